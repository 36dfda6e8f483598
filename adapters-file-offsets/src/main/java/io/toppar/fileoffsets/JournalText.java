package io.toppar.fileoffsets;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A field of text in the entries of a journal. One thread.
 *
 * <p>It keeps the last one: the partitions of a topic are mostly defined one after the other, and
 * then share the text of its name.
 */
final class JournalText {

  private byte[] lastBytes = {};
  private String last = "";

  /** The text so far ahead of the window, or null where the bytes are none. */
  @Nullable String text(JournalWindow window, int ahead, int count) {
    int from = window.index(ahead);
    byte[] bytes = window.array();
    if (Arrays.equals(lastBytes, 0, lastBytes.length, bytes, from, from + count)) {
      return last;
    }
    String text = decoded(bytes, from, count);
    if (text != null) {
      last = text;
      lastBytes = Arrays.copyOfRange(bytes, from, from + count);
    }
    return text;
  }

  private static @Nullable String decoded(byte[] bytes, int from, int count) {
    String text = new String(bytes, from, count, StandardCharsets.UTF_8);
    if (text.indexOf('\ufffd') < 0) {
      return text;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, count))
          .toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }
}
