package io.toppar.app.docs;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.ExactlyOnce;
import io.toppar.app.client.Record;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.ports.StoredOffset;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

// docs: results
/** Counts the words of a topic in a database, which also has the offsets. */
final class WordCounts implements ExactlyOnce.Results<SQLException> {

  private final Connection database;

  WordCounts(Connection database) throws SQLException {
    this.database = database;
    try (Statement create = database.createStatement()) {
      create.execute("create table if not exists counts (word varchar primary key, n bigint)");
      create.execute(
          "create table if not exists positions"
              + " (topic varchar, part int, next bigint, epoch int, primary key (topic, part))");
    }
    database.setAutoCommit(false);
  }

  @Override
  public Optional<StoredOffset> next(TopicPartition name) throws SQLException {
    try (PreparedStatement select =
        database.prepareStatement(
            "select next, epoch from positions where topic = ? and part = ?")) {
      select.setString(1, name.topic());
      select.setInt(2, name.partition());
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(new StoredOffset(row.getLong(1), row.getInt(2), ""))
            : Optional.empty();
      }
    }
  }

  @Override
  public void write(RecordBatch records, StoredOffset next) throws SQLException {
    try {
      count(records);
      moveOn(records, next);
      database.commit();
    } finally {
      database.rollback(); // nothing, once committed
    }
  }

  private void count(RecordBatch records) throws SQLException {
    try (PreparedStatement merge =
        database.prepareStatement(
            "merge into counts c using (values (?)) v (word) on c.word = v.word"
                + " when matched then update set n = c.n + 1"
                + " when not matched then insert values (v.word, 1)")) {
      for (Record record : records) {
        Slice word = record.value();
        if (word != null) {
          merge.setString(1, word.utf8());
          merge.addBatch();
        }
      }
      merge.executeBatch();
    }
  }

  private void moveOn(RecordBatch records, StoredOffset next) throws SQLException {
    TopicPartition name = records.topicPartition();
    try (PreparedStatement update =
            database.prepareStatement(
                "update positions set next = ?, epoch = ?"
                    + " where topic = ? and part = ? and next <= ?");
        PreparedStatement insert =
            database.prepareStatement(
                "insert into positions (next, epoch, topic, part) values (?, ?, ?, ?)")) {
      update.setLong(5, records.baseOffset());
      if (execute(update, next, name) == 0) {
        execute(insert, next, name); // fails if another process has written these records
      }
    }
  }

  private static int execute(PreparedStatement statement, StoredOffset next, TopicPartition name)
      throws SQLException {
    statement.setLong(1, next.offset());
    statement.setInt(2, next.leaderEpoch());
    statement.setString(3, name.topic());
    statement.setInt(4, name.partition());
    return statement.executeUpdate();
  }

  // docs: end

  // docs: main
  public static void main(String[] arguments) throws SQLException {
    List<TopicPartition> words =
        List.of(new TopicPartition("words", 0), new TopicPartition("words", 1));
    ClientBuilder client =
        Toppar.builder()
            .set("bootstrap.servers", arguments[1])
            .set("max.partition.fetch.bytes", arguments[2]); // of a transaction, about
    try (Connection database = DriverManager.getConnection("jdbc:h2:" + arguments[0]);
        Consumer consumer = client.consumer()) {
      ExactlyOnce<SQLException> reading =
          ExactlyOnce.reading(consumer, words, new WordCounts(database));
      while (words.stream().anyMatch(name -> consumer.lag(name).ofPosition() != 0)) {
        if (reading.step(Duration.ofSeconds(1))) {
          System.out.println("counted");
        }
      }
    }
  }
  // docs: end
}
