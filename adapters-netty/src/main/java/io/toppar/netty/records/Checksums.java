package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** The two checksums of stored batches. Confined to one thread at a time. */
final class Checksums {

  private final CRC32C crc32c = new CRC32C();
  private final CRC32 crc32 = new CRC32();

  /** Magic 2: CRC-32C over all that follows it. */
  void checkBatch(byte[] bytes, int start, int end) throws UnreadableException {
    crc32c.reset();
    crc32c.update(bytes, start + BatchLayout.ATTRIBUTES, end - start - BatchLayout.ATTRIBUTES);
    compare("CRC-32C", BigEndian.int32(bytes, start + BatchLayout.CRC), (int) crc32c.getValue());
  }

  /** Magic 0 and 1: CRC-32 from the magic byte to the end of this message, no further (B109). */
  void checkMessage(byte[] bytes, int start, int end) throws UnreadableException {
    crc32.reset();
    crc32.update(bytes, start + BatchLayout.MAGIC, end - start - BatchLayout.MAGIC);
    int stored = BigEndian.int32(bytes, start + BatchLayout.MESSAGE_CRC);
    compare("CRC-32", stored, (int) crc32.getValue());
  }

  private static void compare(String name, int stored, int computed) throws UnreadableException {
    if (stored != computed) {
      throw new UnreadableException(
          BatchFault.Kind.CHECKSUM,
          name
              + " of the bytes is "
              + Integer.toHexString(computed)
              + ", the batch says "
              + Integer.toHexString(stored));
    }
  }
}
