package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.IsolationLevel;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KafkaOracleTest {

  private static final int SEEDS = 1500;

  @Test
  void recordsAreThoseThatKafkasClientReads() {
    LongStream.range(0, SEEDS).forEach(KafkaOracleTest::compare);
  }

  private static void compare(long seed) {
    List<byte[]> batches = new RandomReplies(seed).batches();
    byte[] reply = Fixtures.join(batches.toArray(byte[][]::new));
    long fetchOffset = seed % 2 == 0 ? 0 : 500;
    Reading reading =
        Reading.of(reply, fetchOffset, IsolationLevel.READ_UNCOMMITTED, AbortedTransactions.NONE);
    assertThat(reading.readFault()).as("seed %d", seed).isNull();
    assertThat(reading.records())
        .as("seed %d", seed)
        .isEqualTo(KafkaBatches.read(reply, fetchOffset));
  }
}
