package io.toppar.domain.produce;

/**
 * The hashes of keys by which clients of Kafka choose partitions: the same key must come to the
 * same number everywhere, for ever. Stateless, any thread; nothing is allocated.
 */
final class KeyHashes {

  private static final int MURMUR_SEED = 0x9747b28c;
  private static final int MURMUR_FACTOR = 0x5bd1e995;
  private static final int FNV_BASIS = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;
  private static final int CRC_POLYNOMIAL = 0xedb88320;

  private static final int[] CRC = crcTable();

  private KeyHashes() {}

  /** MurmurHash2 with the seed of the Java client. */
  static int murmur2(byte[] bytes, int offset, int length) {
    int hash = MURMUR_SEED ^ length;
    int at = offset;
    for (int end = offset + (length & ~3); at < end; at += 4) {
      int word =
          (bytes[at] & 0xff)
              | (bytes[at + 1] & 0xff) << 8
              | (bytes[at + 2] & 0xff) << 16
              | bytes[at + 3] << 24;
      hash = (hash * MURMUR_FACTOR) ^ mixed(word);
    }
    int tail = 0;
    for (int i = (length & 3) - 1; i >= 0; i--) {
      tail = tail << 8 | (bytes[at + i] & 0xff);
    }
    if ((length & 3) != 0) {
      hash = (hash ^ tail) * MURMUR_FACTOR;
    }
    hash = (hash ^ (hash >>> 13)) * MURMUR_FACTOR;
    return hash ^ (hash >>> 15);
  }

  private static int mixed(int word) {
    int product = word * MURMUR_FACTOR;
    return (product ^ (product >>> 24)) * MURMUR_FACTOR;
  }

  /** FNV-1a, a negative one negated: as Sarama, and librdkafka after it, have it. */
  static int fnv1a(byte[] bytes, int offset, int length) {
    int hash = FNV_BASIS;
    for (int at = offset; at < offset + length; at++) {
      hash = (hash ^ (bytes[at] & 0xff)) * FNV_PRIME;
    }
    return hash < 0 ? -hash : hash;
  }

  /** CRC-32, that of zip files. */
  static int crc32(byte[] bytes, int offset, int length) {
    int crc = -1;
    for (int at = offset; at < offset + length; at++) {
      crc = (crc >>> 8) ^ CRC[(crc ^ bytes[at]) & 0xff];
    }
    return ~crc;
  }

  private static int[] crcTable() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int rest = i;
      for (int bit = 0; bit < 8; bit++) {
        rest = (rest >>> 1) ^ ((rest & 1) == 0 ? 0 : CRC_POLYNOMIAL);
      }
      table[i] = rest;
    }
    return table;
  }
}
