package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.PartitionLoads;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key goes to the partition to which the official client would send it. */
class KeyPartitionTest {

  private static final int KEYS = 100_000;
  private static final int LONGEST_KEY = 64;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 12, 64, 1_000, 99_991})
  void ofEveryKeyIsThatOfTheOfficialClient(int partitions) {
    Random random = new Random(partitions);
    PartitionLoads loads = new Idle(partitions);
    for (int i = 0; i < KEYS; i++) {
      byte[] key = new byte[random.nextInt(LONGEST_KEY)];
      random.nextBytes(key);
      int chosen = PartitionChoice.MURMUR2_RANDOM.choose(key, 0, key.length, loads, random);
      if (chosen != BuiltInPartitioner.partitionForKey(key, partitions)) {
        assertThat(chosen)
            .as("key %d of seed %d", i, partitions)
            .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
      }
    }
  }

  private record Idle(int count) implements PartitionLoads {

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
  }
}
