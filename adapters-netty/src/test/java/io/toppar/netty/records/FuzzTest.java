package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchFault;
import io.toppar.domain.IsolationLevel;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged partitions' bytes: whatever comes, it ends in records, or in a fault that names offsets,
 * within little memory, and nothing but the partition's own bytes is read.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD, unit = TimeUnit.SECONDS)
class FuzzTest {

  private static final int SEEDS = 1500;
  private static final int LIMIT = 1 << 18;
  private static final RecordOptions CHECKED = new RecordOptions(true, LIMIT);
  private static final RecordOptions UNCHECKED = new RecordOptions(false, LIMIT);

  /** Decompression that grows by doubling, and the values the test itself takes out. */
  private static final long ALLOCATED_LIMIT = 64L * LIMIT;

  private static final AbortedTransactions ABORTED =
      AbortedTransactions.of(new long[] {0, 1, 2, 0}, new long[] {20, 30, 10, 400});

  @Test
  void damageIsAFaultWhetherChecksumsAreCheckedOrForged() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<byte[]> batches = new RandomReplies(seed).batches();
      for (int i = 0; i < batches.size(); i++) {
        if (random.nextInt(2) == 0) {
          batches.set(i, damaged(batches.get(i), random));
        }
      }
      byte[] reply = Fixtures.join(batches.toArray(byte[][]::new));
      read(reply, random.nextInt(600), random.nextBoolean() ? CHECKED : UNCHECKED, seed);
    }
  }

  @Test
  void damagedContentOfCompressedBatchesIsAFault() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      for (byte[] batch : new RandomReplies(seed).batches()) {
        int from = batch[16] < 2 ? 26 : 61;
        byte[] copy = batch.clone();
        for (int i = random.nextInt(3); i >= 0 && from < copy.length; i--) {
          copy[from + random.nextInt(copy.length - from)] = (byte) random.nextInt(256);
        }
        read(Fixtures.sealed(copy), 0, CHECKED, seed);
      }
    }
  }

  @Test
  void replyCutAnywhereGivesTheWholeBatchesBeforeTheCut() {
    for (long seed = 0; seed < 40; seed++) {
      byte[] reply = Fixtures.join(new RandomReplies(seed).batches().toArray(byte[][]::new));
      int step = 1 + reply.length / 2000;
      for (int length = 1; length < reply.length; length += step) {
        byte[] cut = Fixtures.first(reply, length);
        Reading reading = read(cut, 0, CHECKED, seed);
        BatchFault fault = reading.fault();
        if (fault == null) {
          assertThat(reading.next()).as("seed %d, length %d", seed, length).isPositive();
        } else {
          assertThat(fault.kind()).isEqualTo(BatchFault.Kind.OVERSIZE);
          assertThat(fault.sizeBytes()).isGreaterThan(length);
          assertThat(reading.records()).isEmpty();
        }
      }
    }
  }

  @Test
  void noiseIsAFault() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] noise = new byte[1 + random.nextInt(200)];
      random.nextBytes(noise);
      if (noise.length > 16) {
        noise[0] = 0;
        noise[8] = 0;
        noise[9] = 0;
        noise[10] = 0;
        noise[16] = (byte) random.nextInt(3);
      }
      read(noise, 0, UNCHECKED, seed);
    }
  }

  private static byte[] damaged(byte[] batch, Random random) {
    byte[] copy = batch.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at =
          random.nextBoolean() ? random.nextInt(copy.length) : random.nextInt(61) % copy.length;
      copy[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) 0xff;
            case 1 -> 0;
            case 2 -> (byte) (copy[at] ^ 1 << random.nextInt(8));
            default -> (byte) random.nextInt(256);
          };
    }
    return random.nextInt(4) == 0 ? copy : Fixtures.sealed(copy);
  }

  private static Reading read(byte[] reply, long fetchOffset, RecordOptions options, long seed) {
    long before = Allocations.ofThisThread();
    Reading reading;
    try {
      reading = Reading.of(reply, fetchOffset, IsolationLevel.READ_COMMITTED, ABORTED, options);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(Allocations.ofThisThread() - before).as("seed %d", seed).isLessThan(ALLOCATED_LIMIT);
    assertThat(reading.offsets()).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    BatchFault fault = reading.readFault();
    if (fault != null) {
      assertThat(fault.lastOffset())
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(fault.firstOffset());
      reading
          .offsets()
          .forEach(o -> assertThat(o).as("seed %d", seed).isLessThan(fault.firstOffset()));
    }
    return reading;
  }
}
