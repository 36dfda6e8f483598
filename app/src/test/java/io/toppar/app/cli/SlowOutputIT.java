package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose output nobody takes for a while. */
@NullUnmarked
final class SlowOutputIT {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

  /** More than a pipe holds, in one batch. */
  private static final int RECORDS = 40_000;

  private static final int OUTPUT_BYTES =
      Arrays.stream(SharedKafka.numbers(0, RECORDS)).mapToInt(line -> line.length() + 1).sum();

  @TempDir Path folder;

  @Test
  void whatIsWrittenOutAfterItsTopicWasMadeAgainIsNotStoredForTheNewOne() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, RECORDS));
    Path file = folder.resolve(topic + "-0.offset");
    Path errors = folder.resolve("errors");
    Process consume =
        new ProcessBuilder(
                CommandProcess.command(
                    List.of(),
                    "consume",
                    "-b",
                    SharedKafka.address(),
                    "-t",
                    topic,
                    "--offsets",
                    folder.toString(),
                    "-X",
                    "auto.commit.interval.ms=100"))
            .redirectError(errors.toFile())
            .start();
    try (InputStream out = consume.getInputStream()) {
      assertThat(out.read()).isEqualTo('0');

      SharedKafka.KAFKA.deleteTopic(topic);
      SharedKafka.KAFKA.createTopic(topic, 1);
      await(() -> Files.exists(file) && Files.readString(file).equals("0\n"));
      assertThat(out.readNBytes(OUTPUT_BYTES - 1)).hasSize(OUTPUT_BYTES - 1);
      await(() -> Files.readString(errors).contains("goes on at 0"));
      consume.toHandle().destroy();
      assertThat(consume.waitFor(90, TimeUnit.SECONDS)).isTrue();
    } finally {
      consume.destroyForcibly();
    }
    assertThat(file).hasContent("0\n");
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    long from = System.nanoTime();
    while (!condition.holds()) {
      assertThat(System.nanoTime() - from).isLessThan(PATIENCE_NANOS);
      LockSupport.parkNanos(10_000_000);
    }
  }
}
