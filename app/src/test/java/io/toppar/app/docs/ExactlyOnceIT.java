package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.testing.kafka.EmbeddedKafka;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application of docs/exactly-once.md in a process of its own, killed again and again. */
@NullUnmarked
final class ExactlyOnceIT {

  private static final int KILLS = Integer.getInteger("toppar.exactly.once.kills", 6);
  private static final int BATCH = 40;
  private static final int BATCHES = 160;

  @TempDir Path folder;

  @Test
  void everyNumberIsCountedOnceHoweverOftenItIsKilled() throws Exception {
    Path errors = folder.resolve("errors");
    try (EmbeddedKafka kafka = EmbeddedKafka.start(1)) {
      kafka.createTopic("words", 2);
      write(kafka);
      SplittableRandom random = new SplittableRandom(7);
      for (int kill = 0; kill < KILLS; kill++) {
        Process reader = start(kafka, errors);
        readLines(reader, 1 + random.nextInt(6));
        reader.destroyForcibly();
        assertThat(reader.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
      Process last = start(kafka, errors);
      readLines(last, Integer.MAX_VALUE);
      assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(last.exitValue()).as("%s", Files.readString(errors)).isZero();
    }
    assertThat(number("select count(*) from counts")).isEqualTo((long) BATCH * BATCHES);
    assertThat(number("select count(*) from counts where n = 1")).isEqualTo((long) BATCH * BATCHES);
  }

  private static void write(EmbeddedKafka kafka) {
    for (int batch = 0; batch < BATCHES; batch++) {
      int from = BATCH * batch;
      kafka.write(
          "words",
          batch % 2,
          IntStream.range(from, from + BATCH).mapToObj(Integer::toString).toArray(String[]::new));
    }
  }

  private Process start(EmbeddedKafka kafka, Path errors) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            WordCounts.class.getName(),
            folder.resolve("counts").toString(),
            kafka.bootstrapServers(),
            "2000")
        .redirectError(errors.toFile())
        .start();
  }

  /** A line for each transaction; fewer if it ends before. */
  private static void readLines(Process reader, int lines) throws IOException {
    BufferedReader out = reader.inputReader();
    for (int i = 0; i < lines && out.readLine() != null; i++) {}
  }

  private long number(String query) throws Exception {
    try (Connection database = DriverManager.getConnection("jdbc:h2:" + folder.resolve("counts"));
        Statement select = database.createStatement();
        ResultSet row = select.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
