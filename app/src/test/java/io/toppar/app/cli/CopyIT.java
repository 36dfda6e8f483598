package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * {@code consume -J | produce -J}: two processes of 128 MB with a pipe between them copy a topic.
 *
 * <p>It has 20,000 records, or as many as {@code -Dtoppar.it.records} says.
 */
final class CopyIT {

  private static final int RECORDS = Integer.getInteger("toppar.it.records", 20_000);
  private static final int PARTITIONS = 4;
  private static final int PATIENCE_MINUTES = 10;

  @Test
  void aPipeCopiesATopicByteForByte() throws Exception {
    String from = SharedKafka.topic(PARTITIONS);
    String to = SharedKafka.topic(PARTITIONS);
    RandomRecords.write(SharedKafka.KAFKA, from, RECORDS);

    List<Process> pipe =
        ProcessBuilder.startPipeline(
            List.of(
                toppar("consume", "-b", SharedKafka.address(), "-t", from, "-e", "-q", "-J"),
                toppar(
                    "produce",
                    "-b",
                    SharedKafka.address(),
                    "-t",
                    to,
                    "-q",
                    "-J",
                    "--same-partitions",
                    "-z",
                    "lz4")));
    try {
      for (Process command : pipe) {
        assertThat(command.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(command.exitValue()).isZero();
      }
    } finally {
      pipe.forEach(Process::destroyForcibly);
    }

    List<String> copy = RandomRecords.texts(SharedKafka.KAFKA.read(to), true);
    List<String> original = RandomRecords.texts(SharedKafka.KAFKA.read(from), true);
    assertThat(copy).hasSize(RECORDS);
    for (int i = 0; i < RECORDS; i++) {
      assertThat(copy.get(i)).as("record %s of all", i).isEqualTo(original.get(i));
    }
  }

  private static ProcessBuilder toppar(String... arguments) {
    return new ProcessBuilder(CommandProcess.command(List.of(), arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
