package io.toppar.app.cli;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A piece as a value, or as a key and a value with a delimiter between them: kcat's {@code -K},
 * {@code -k}, {@code -H} and {@code -Z}. Immutable.
 *
 * <p>The delimiter counts where it comes first (B241), and a piece without it is a value. Nothing
 * is null by being empty, nor by the word null (B244): only {@code -Z} makes what is empty null
 * (B237).
 */
final class PlainInput implements InputFormat {

  private final byte @Nullable [] keyDelimiter;
  private final byte @Nullable [] fixedKey;
  private final RecordHeaders headers;
  private final boolean emptyIsNull;

  /**
   * The format.
   *
   * @param keyDelimiter what stands between key and value, or null if pieces have no keys
   * @param fixedKey the key of messages that have none of their own, or null
   * @param headers the headers of every message
   * @param emptyIsNull whether keys and values that are empty are null
   */
  PlainInput(
      byte @Nullable [] keyDelimiter,
      byte @Nullable [] fixedKey,
      RecordHeaders headers,
      boolean emptyIsNull) {
    this.keyDelimiter = keyDelimiter;
    this.fixedKey = fixedKey;
    this.headers = headers;
    this.emptyIsNull = emptyIsNull;
  }

  @Override
  public boolean read(Slice piece, InputMessage message) {
    byte[] bytes = piece.array();
    int start = piece.arrayOffset();
    int end = start + piece.length();
    int keyEnd = -1;
    int valueStart = start;
    if (keyDelimiter != null) {
      keyEnd = ByteSearch.indexOf(keyDelimiter, bytes, start, end);
      valueStart = keyEnd < 0 ? start : keyEnd + keyDelimiter.length;
    }
    if (keyEnd > start || (keyEnd == start && !emptyIsNull)) {
      message.key(bytes, start, keyEnd - start);
    } else if (fixedKey != null) {
      message.key(fixedKey, 0, fixedKey.length);
    }
    if (end > valueStart || !emptyIsNull) {
      message.value(bytes, valueStart, end - valueStart);
    }
    message.headers(headers);
    return true;
  }
}
