package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.ErrorCategory;
import io.toppar.app.client.ExactlyOnce;
import io.toppar.app.client.PartitionException;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The application of docs/exactly-once.md, over a cluster and a database in memory. */
@NullUnmarked
class ExactlyOnceGuideTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final List<TopicPartition> WORDS =
      List.of(new TopicPartition("words", 0), new TopicPartition("words", 1));

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private Connection database;
  private int written;

  @BeforeEach
  void open() throws SQLException {
    cluster.createTopic("words", 2);
    database = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  @Test
  void everyWordIsCountedOnceThoughWritingFailsAndReadersDie() throws SQLException {
    int died = 0;
    int failed = 0;
    for (int life = 0; life < 10; life++) {
      append();
      ExactlyOnce<SQLException> reading = ExactlyOnce.reading(consumer(), WORDS, failing(life));
      boolean more = true;
      for (int step = 0; step < 6 && more; step++) {
        try {
          more = reading.step(LONG);
        } catch (SQLException e) {
          assertThat(e.getMessage()).isEqualTo("the disk is full");
          failed++;
        }
      }
      died++;
    }
    assertThat(died + failed).isGreaterThan(12);
    ExactlyOnce<SQLException> last =
        ExactlyOnce.reading(consumer(), WORDS, new WordCounts(database));
    int idle = 0;
    while (idle < 3) {
      idle = last.step(LONG) ? 0 : idle + 1;
    }
    assertThat(number("select count(*) from counts where n = 1")).isEqualTo(written);
    assertThat(number("select count(*) from counts")).isEqualTo(written);
  }

  private void append() {
    for (TopicPartition name : WORDS) {
      for (int batch = 0; batch < 3; batch++) {
        cluster.append(
            name,
            IntStream.range(written, written + 7)
                .mapToObj(word -> MemoryRecord.of(Integer.toString(word)))
                .toList());
        written += 7;
      }
    }
  }

  private Consumer consumer() {
    return TestClient.over(cluster, clock, new TestSettings().partitionFetchBytes(1)).consumer;
  }

  /**
   * Fails every third time, at the worst moment: all is written, and the commit comes to nothing.
   */
  private ExactlyOnce.Results<SQLException> failing(int from) throws SQLException {
    WordCounts counts = new WordCounts(database);
    return new ExactlyOnce.Results<>() {
      private int writes = from;

      @Override
      public Optional<StoredOffset> next(TopicPartition name) throws SQLException {
        return counts.next(name);
      }

      @Override
      public void write(RecordBatch records, StoredOffset next) throws SQLException {
        if (++writes % 3 == 0) {
          records.forEach(record -> {});
          throw new SQLException("the disk is full");
        }
        counts.write(records, next);
      }
    };
  }

  @Test
  void aSecondProcessThatReadsTheSameIsRefusedAndNothingIsCountedTwice() throws SQLException {
    append();
    ExactlyOnce<SQLException> first =
        ExactlyOnce.reading(consumer(), WORDS, new WordCounts(database));
    ExactlyOnce<SQLException> second =
        ExactlyOnce.reading(consumer(), WORDS, new WordCounts(database));
    assertThat(first.step(LONG)).isTrue();
    assertThatThrownBy(() -> second.step(LONG))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("POSITIONS");
    assertThat(number("select max(n) from counts")).isEqualTo(1);
  }

  @Test
  void aFailureToWriteIsTheOneThatIsToldThoughTheConsumerIsClosedMeanwhile() throws SQLException {
    append();
    Consumer consumer = consumer();
    WordCounts counts = new WordCounts(database);
    ExactlyOnce<SQLException> reading =
        ExactlyOnce.reading(
            consumer,
            WORDS,
            new ExactlyOnce.Results<>() {
              @Override
              public Optional<StoredOffset> next(TopicPartition name) throws SQLException {
                return counts.next(name);
              }

              @Override
              public void write(RecordBatch records, StoredOffset next) throws SQLException {
                consumer.close();
                throw new SQLException("the disk is full");
              }
            });
    assertThatThrownBy(() -> reading.step(LONG))
        .isInstanceOf(SQLException.class)
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
  }

  @Test
  void aLogThatIsNotTheOneOfTheResultsIsToldAndNotReadOnInSilence() throws SQLException {
    append();
    ExactlyOnce<SQLException> reading =
        ExactlyOnce.reading(consumer(), WORDS, new WordCounts(database));
    while (number("select sum(next) from positions") < written) {
      reading.step(LONG);
    }
    cluster.recreateTopic("words");
    append();
    assertThatThrownBy(
            () -> {
              for (int step = 0; step < 10; step++) {
                reading.step(LONG);
              }
            })
        .isInstanceOf(PartitionException.class)
        .hasMessageContaining("made again")
        .extracting(e -> ((PartitionException) e).category())
        .isEqualTo(ErrorCategory.RESEEK);
  }

  private long number(String query) throws SQLException {
    try (Statement select = database.createStatement();
        ResultSet row = select.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void theGuideShowsThisApplication() throws IOException {
    Guide guide = new Guide("exactly-once.md", WordCounts.class);
    guide.assertShows("results");
    guide.assertShows("main");
  }
}
