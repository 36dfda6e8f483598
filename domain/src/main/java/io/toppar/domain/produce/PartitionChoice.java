package io.toppar.domain.produce;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a message is given a partition where its sender names none: librdkafka's partitioners, by its
 * names, and KIP-794's {@linkplain #STICKY sticky} one.
 *
 * <p>No key and an empty key are told apart (B124) but where a constant says otherwise.
 *
 * <p>Immutable, any thread; nothing is allocated.
 */
public enum PartitionChoice {
  /** Murmur2 of the key, {@link #ANY} without one: as the Java client chooses. */
  MURMUR2_RANDOM,
  /** Murmur2 of the key; none is as an empty one. */
  MURMUR2,
  /** CRC-32 of the key, {@link #ANY} without one or with an empty one: librdkafka's default. */
  CONSISTENT_RANDOM,
  /** CRC-32 of the key; none is as an empty one. */
  CONSISTENT,
  /** FNV-1a of the key, {@link #ANY} without one: as Sarama chooses. */
  FNV1A_RANDOM,
  /** FNV-1a of the key; none is as an empty one. */
  FNV1A,
  /** Drawn for each message, whatever its key; once more if what was drawn is unavailable. */
  RANDOM,
  /** Always {@link #ANY}, whatever the key. */
  STICKY;

  /** Stands for "anywhere": the message goes where a {@link StickyPartition} stands. */
  public static final int ANY = -1;

  private static final byte[] NOTHING = {};

  /**
   * Chooses the partition of a message.
   *
   * @param key an array with the key in it, or null if there is none
   * @param offset where the key begins in the array; 0 if there is none
   * @param length how long the key is; 0 if there is none
   * @param random where chance is taken from
   * @return a partition, or {@link #ANY}
   */
  public int choose(
      byte @Nullable [] key,
      int offset,
      int length,
      PartitionLoads partitions,
      RandomGenerator random) {
    byte[] bytes = key == null ? NOTHING : key;
    int count = partitions.count();
    return switch (this) {
      case MURMUR2_RANDOM -> key == null ? ANY : murmur2(bytes, offset, length, count);
      case MURMUR2 -> murmur2(bytes, offset, length, count);
      case CONSISTENT_RANDOM -> length == 0 ? ANY : consistent(bytes, offset, length, count);
      case CONSISTENT -> consistent(bytes, offset, length, count);
      case FNV1A_RANDOM -> key == null ? ANY : fnv1a(bytes, offset, length, count);
      case FNV1A -> fnv1a(bytes, offset, length, count);
      case RANDOM -> drawn(partitions, random);
      case STICKY -> ANY;
    };
  }

  private static int murmur2(byte[] key, int offset, int length, int count) {
    return (KeyHashes.murmur2(key, offset, length) & Integer.MAX_VALUE) % count;
  }

  private static int consistent(byte[] key, int offset, int length, int count) {
    return Integer.remainderUnsigned(KeyHashes.crc32(key, offset, length), count);
  }

  private static int fnv1a(byte[] key, int offset, int length, int count) {
    return Integer.remainderUnsigned(KeyHashes.fnv1a(key, offset, length), count);
  }

  private static int drawn(PartitionLoads partitions, RandomGenerator random) {
    int drawn = random.nextInt(partitions.count());
    return partitions.isAvailable(drawn) ? drawn : random.nextInt(partitions.count());
  }
}
