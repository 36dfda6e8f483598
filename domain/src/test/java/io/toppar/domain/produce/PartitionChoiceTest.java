package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PartitionChoiceTest {

  private static final long SEED = 4;

  private final FixedLoads four = new FixedLoads(4);
  private final RandomGenerator random = new Random(SEED);

  /** B124: keys that were null had become empty ones, and all messages went to one partition. */
  @Test
  void noKeyGoesAnywhereAndAnEmptyKeyToItsOwnPartition() {
    assertThat(choose(PartitionChoice.MURMUR2_RANDOM, null)).isEqualTo(PartitionChoice.ANY);
    assertThat(choose(PartitionChoice.MURMUR2_RANDOM, "")).isEqualTo(0x106e08d9 % 4);
    assertThat(choose(PartitionChoice.FNV1A_RANDOM, null)).isEqualTo(PartitionChoice.ANY);
    assertThat(choose(PartitionChoice.FNV1A_RANDOM, "")).isEqualTo(0x7ee3623b % 4);
  }

  @Test
  void withConsistentRandomAnEmptyKeyIsNone() {
    assertThat(choose(PartitionChoice.CONSISTENT_RANDOM, null)).isEqualTo(PartitionChoice.ANY);
    assertThat(choose(PartitionChoice.CONSISTENT_RANDOM, "")).isEqualTo(PartitionChoice.ANY);
    assertThat(choose(PartitionChoice.CONSISTENT_RANDOM, "123456789"))
        .isEqualTo((int) (0xcbf43926L % 4));
  }

  @ParameterizedTest
  @EnumSource(names = {"MURMUR2", "CONSISTENT", "FNV1A"})
  void withThePureHashesNoKeyIsAnEmptyOne(PartitionChoice choice) {
    assertThat(choose(choice, null)).isEqualTo(choose(choice, "")).isNotNegative();
  }

  @Test
  void aNegativeHashIsMadePositiveAsEachClientDoesIt() {
    FixedLoads seven = new FixedLoads(7);
    byte[] key = "kafka".getBytes(StandardCharsets.US_ASCII);
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);

    assertThat(PartitionChoice.MURMUR2.choose(key, 0, 5, seven, random))
        .isEqualTo((0xd067cf64 & Integer.MAX_VALUE) % 7);
    assertThat(PartitionChoice.CONSISTENT.choose(digits, 0, 9, seven, random))
        .isEqualTo((int) (0xcbf43926L % 7));
    assertThat(PartitionChoice.FNV1A.choose(key, 0, 5, seven, random)).isEqualTo(0x0d33c4e1 % 7);
  }

  @Test
  void theKeyIsReadWhereItLies() {
    byte[] within = "..kafka..".getBytes(StandardCharsets.US_ASCII);

    assertThat(PartitionChoice.MURMUR2_RANDOM.choose(within, 2, 5, four, random))
        .isEqualTo(choose(PartitionChoice.MURMUR2_RANDOM, "kafka"));
  }

  @ParameterizedTest
  @EnumSource
  void everyKeyComesToAPartitionOfTheTopicOrAnywhere(PartitionChoice choice) {
    Random keys = new Random(SEED);
    for (int count : List.of(1, 2, 7, 1_000, Integer.MAX_VALUE)) {
      for (int i = 0; i < 1_000; i++) {
        byte[] key = new byte[keys.nextInt(20)];
        keys.nextBytes(key);
        assertThat(choice.choose(key, 0, key.length, unlimited(count), random))
            .as("%s of %d partitions, key %d of seed %d", choice, count, i, SEED)
            .isBetween(PartitionChoice.ANY, count - 1);
      }
    }
  }

  @Test
  void stickyDoesNotLookAtKeys() {
    assertThat(choose(PartitionChoice.STICKY, "kafka")).isEqualTo(PartitionChoice.ANY);
    assertThat(choose(PartitionChoice.STICKY, null)).isEqualTo(PartitionChoice.ANY);
  }

  @Test
  void randomSpreadsOneKeyOverAllPartitions() {
    Set<Integer> chosen = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      chosen.add(choose(PartitionChoice.RANDOM, "kafka"));
    }
    assertThat(chosen).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void randomDrawsAgainOnceForAPartitionThatIsUnavailable() {
    four.available(1, 2, 3);

    assertThat(PartitionChoice.RANDOM.choose(null, 0, 0, four, drawing(0, 3))).isEqualTo(3);
    assertThat(PartitionChoice.RANDOM.choose(null, 0, 0, four, drawing(0, 0))).isZero();
    assertThat(PartitionChoice.RANDOM.choose(null, 0, 0, four, drawing(2, 3))).isEqualTo(2);
  }

  private int choose(PartitionChoice choice, @Nullable String key) {
    byte[] bytes = key == null ? null : key.getBytes(StandardCharsets.US_ASCII);
    return choice.choose(bytes, 0, bytes == null ? 0 : bytes.length, four, random);
  }

  private static RandomGenerator drawing(int... draws) {
    return new RandomGenerator() {
      private int next;

      @Override
      public int nextInt(int bound) {
        return draws[next++];
      }

      @Override
      public long nextLong() {
        throw new AssertionError("a partition is drawn by nextInt");
      }
    };
  }

  private static PartitionLoads unlimited(int count) {
    return new PartitionLoads() {
      @Override
      public int count() {
        return count;
      }

      @Override
      public int availableCount() {
        return count;
      }

      @Override
      public boolean isAvailable(int partition) {
        return true;
      }

      @Override
      public int queuedBatches(int partition) {
        return 0;
      }
    };
  }
}
