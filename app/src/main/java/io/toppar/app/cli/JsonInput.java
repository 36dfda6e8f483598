package io.toppar.app.cli;

import io.toppar.app.json.JsonObject;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines that {@code consume -J} prints ({@link JsonFormat}), back in: key, payload, headers and
 * time are what they were. One thread.
 *
 * <p>The payload must be there, be it null: any other JSON object would become a tombstone. What
 * else a line says (topic, offset, broker, words of other programs) is not looked at, and blank
 * lines are passed over. So is a byte order mark before a line, as some editors put one before a
 * file and RFC 8259 allows.
 */
final class JsonInput implements InputFormat {

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final boolean samePartition;

  /** With {@code samePartition} messages name the partition that their line does. */
  JsonInput(boolean samePartition) {
    this.samePartition = samePartition;
  }

  @Override
  public boolean read(Slice piece, InputMessage message) {
    String text = text(piece);
    if (text.isBlank()) {
      return false;
    }
    Map<String, @Nullable Object> members = JsonObject.parse(text);
    if (!members.containsKey("payload")) {
      throw new IllegalArgumentException(
          "'payload' is missing; -J takes the lines that consume -J prints");
    }
    byte[] key = bytes("key", members.get("key"));
    if (key != null) {
      message.key(key, 0, key.length);
    }
    byte[] value = bytes("payload", members.get("payload"));
    if (value != null) {
      message.value(value, 0, value.length);
    }
    if (members.get("headers") != null) {
      message.headers(headers(members.get("headers")));
    }
    if (members.get("ts") != null) {
      message.timestampMillis(number(members, "ts", Long.MAX_VALUE));
    }
    if (samePartition) {
      message.partition((int) number(members, "partition", Integer.MAX_VALUE));
    }
    return true;
  }

  private static String text(Slice piece) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(piece.toByteBuffer()).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "it is no UTF-8 text; consume -J writes other bytes as {\"base64\":\"...\"}", e);
    }
  }

  private static long number(Map<String, @Nullable Object> members, String name, long most) {
    if (members.get(name) instanceof Long number && number >= 0 && number <= most) {
      return number;
    }
    throw new IllegalArgumentException("'" + name + "' is not a number from 0 to " + most);
  }

  /** Names and values in turn. */
  private static HeaderList headers(@Nullable Object member) {
    if (!(member instanceof List<?> flat) || flat.size() % 2 != 0) {
      throw new IllegalArgumentException("'headers' is not an array of names and values in turn");
    }
    HeaderList headers = new HeaderList();
    for (int i = 0; i < flat.size(); i += 2) {
      byte[] name = bytes("headers", flat.get(i));
      byte[] value = bytes("headers", flat.get(i + 1));
      if (name == null) {
        throw new IllegalArgumentException("'headers' has a name that is null");
      }
      headers.add(Slice.of(name), value == null ? null : Slice.of(value));
    }
    return headers;
  }

  /**
   * Bytes as {@link io.toppar.app.json.Json} writes them: a string, an object of base64, or null.
   */
  private static byte @Nullable [] bytes(String name, @Nullable Object member) {
    if (member == null) {
      return null;
    }
    if (member instanceof String text) {
      return utf8(name, text);
    }
    if (member instanceof Map<?, ?> object
        && object.size() == 1
        && object.get("base64") instanceof String encoded) {
      try {
        return Base64.getDecoder().decode(encoded);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("'" + name + "' is no base64", e);
      }
    }
    throw new IllegalArgumentException(
        "'" + name + "' is neither a string nor null nor {\"base64\":\"...\"}");
  }

  private static byte[] utf8(String name, String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("'" + name + "' holds half a surrogate pair", e);
    }
  }
}
