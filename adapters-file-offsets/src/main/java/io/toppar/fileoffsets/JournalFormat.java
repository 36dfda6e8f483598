package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a journal, which {@code docs/offset-files.md} describes one by one. Numbers are
 * big-endian, text is UTF-8.
 *
 * <pre>
 * header   "TOPPARJ"  version u8  CRC-32C of these 8 bytes u32
 * entry    CRC-32C of what follows u32  length of what follows u16  type u8 ...
 *   1 define   key id u32  partition u32  length u16  topic  has group u8  group
 *   2 store    key id u32  offset u64  leader epoch i32  metadata
 *   3 delete   key id u32
 * </pre>
 */
final class JournalFormat {

  static final byte[] MAGIC = "TOPPARJ".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int HEADER_BYTES = 12;

  static final byte DEFINE = 1;
  static final byte STORE = 2;
  static final byte DELETE = 3;

  /** Checksum and length, in front of every entry. */
  static final int PREFIX_BYTES = 6;

  /** Where the length is, which is where the checksum begins to count. */
  static final int LENGTH_AT = 4;

  static final int MAX_LENGTH = 65_535;

  /** Of a define without its topic and group. */
  static final int DEFINE_LENGTH = 12;

  /** Of a store without metadata. */
  static final int STORE_LENGTH = 17;

  static final int DELETE_LENGTH = 5;

  private JournalFormat() {}

  /** The text of a key or of metadata as it is written. */
  static byte[] utf8(String text) throws CharacterCodingException {
    ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    byte[] exact = new byte[bytes.remaining()];
    bytes.get(exact);
    return exact;
  }

  /** The size of a key's definition. */
  static int bytes(OffsetKey key) {
    String group = key.group() == null ? "" : key.group();
    return PREFIX_BYTES
        + DEFINE_LENGTH
        + utf8Bytes(key.topicPartition().topic())
        + utf8Bytes(group);
  }

  /** The size of an offset's entry. */
  static int bytes(StoredOffset offset) {
    return PREFIX_BYTES + STORE_LENGTH + utf8Bytes(offset.metadata());
  }

  /** The size of text in UTF-8, or -1 where it holds half a character (a lone surrogate). */
  private static int utf8Bytes(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        continue;
      }
      if (!Character.isSurrogate(c)) {
        bytes += c < 0x800 ? 1 : 2;
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        bytes += 2;
        i++;
      } else {
        return -1;
      }
    }
    return bytes;
  }

  /** Refuses a key that no entry can hold. */
  static void check(OffsetKey key) throws StoreRefusal {
    if (key.topicPartition().partition() < 0) {
      throw refused(key, "is not a partition of its own; only those have offsets");
    }
    int topicBytes = utf8Bytes(key.topicPartition().topic());
    int groupBytes = key.group() == null ? 0 : utf8Bytes(key.group());
    if (topicBytes < 0 || groupBytes < 0) {
      throw refused(key, "holds half a character (a lone surrogate); rename it");
    }
    if (DEFINE_LENGTH + topicBytes + groupBytes > MAX_LENGTH) {
      throw refused(key, "has names too long for a journal, over 65,000 bytes; shorten them");
    }
  }

  /** Refuses an offset that no entry can hold. */
  static void check(OffsetKey key, StoredOffset offset) throws StoreRefusal {
    int bytes = utf8Bytes(offset.metadata());
    if (bytes < 0) {
      throw refused(key, "has metadata that holds half a character (a lone surrogate)");
    }
    if (STORE_LENGTH + bytes > MAX_LENGTH) {
      throw refused(key, "has metadata too long for a journal, over 65,000 bytes; shorten it");
    }
  }

  private static StoreRefusal refused(OffsetKey key, String why) {
    return new StoreRefusal(Reason.BAD_KEY, OffsetFileName.described(key) + " " + why, null);
  }
}
