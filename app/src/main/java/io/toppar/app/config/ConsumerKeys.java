package io.toppar.app.config;

import static io.toppar.app.config.ConfigType.bool;
import static io.toppar.app.config.ConfigType.choice;
import static io.toppar.app.config.ConfigType.integer;
import static io.toppar.app.config.ConfigType.number;
import static io.toppar.app.config.ConfigType.text;
import static io.toppar.app.config.KeyTable.BYTES;
import static io.toppar.app.config.KeyTable.DAY;
import static io.toppar.app.config.KeyTable.FIVE_MINUTES;
import static io.toppar.app.config.KeyTable.MILLIS;
import static io.toppar.app.config.KeyTable.words;

import io.toppar.app.config.ConfigKey.Side;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.ResetPolicy;
import java.util.List;

/**
 * The configuration keys of consumers: where they begin, what they fetch, where offsets are kept.
 *
 * <p>Stateless, any thread.
 */
public final class ConsumerKeys {

  private static final KeyTable TABLE = new KeyTable(Side.CONSUMER);

  /** Rack of the client. */
  public static final ConfigKey<String> CLIENT_RACK =
      TABLE
          .key("client.rack")
          .with(
              text("a text"),
              "",
              "The rack this client stands in: where brokers have a replica.selector.class, it reads"
                  + " from replicas of that rack (KIP-392).");

  /** Group the offsets are stored under. */
  public static final ConfigKey<String> GROUP_ID =
      TABLE
          .key("group.id")
          .optional(
              text("a text"),
              "The group under which offsets are stored: part of an offset file's name, or the group"
                  + " whose offsets the brokers keep.");

  /** Where to start without a usable position. */
  public static final ConfigKey<ResetPolicy> AUTO_OFFSET_RESET =
      TABLE
          .key("auto.offset.reset")
          .with(
              ResetPolicyType.of(
                  words(
                      "earliest", ResetPolicy.EARLIEST,
                      "smallest", ResetPolicy.EARLIEST,
                      "beginning", ResetPolicy.EARLIEST,
                      "latest", ResetPolicy.LATEST,
                      "largest", ResetPolicy.LATEST,
                      "end", ResetPolicy.LATEST,
                      "none", ResetPolicy.ERROR,
                      "error", ResetPolicy.ERROR)),
              ResetPolicy.LATEST,
              "Where to go when there is no stored offset, or the position is out of range;"
                  + " by_duration goes to the first record not older than an ISO 8601 duration"
                  + " (KIP-1106), none tells the application instead.");

  /** What is read of transactions. */
  public static final ConfigKey<IsolationLevel> ISOLATION_LEVEL =
      TABLE
          .key("isolation.level")
          .with(
              choice(
                  words(
                      "read_committed", IsolationLevel.READ_COMMITTED,
                      "read_uncommitted", IsolationLevel.READ_UNCOMMITTED)),
              IsolationLevel.READ_COMMITTED,
              "Whether records of open and aborted transactions are hidden."
                  + " (Kafka's own default is read_uncommitted.)");

  /** Checksums. */
  public static final ConfigKey<Boolean> CHECK_CRCS =
      TABLE
          .key("check.crcs")
          .with(bool(), true, "Whether the checksum of every batch is checked before it is read.");

  /** End-of-partition events. */
  public static final ConfigKey<Boolean> ENABLE_PARTITION_EOF =
      TABLE
          .key("enable.partition.eof")
          .with(
              bool(),
              false,
              "Whether an event tells that the end of a partition was reached, once per end.");

  /** Storing on release. */
  public static final ConfigKey<Boolean> ENABLE_AUTO_OFFSET_STORE =
      TABLE
          .key("enable.auto.offset.store")
          .with(
              bool(),
              true,
              "Whether the offset behind a batch is stored when the batch is released."
                  + " Released, not handed over: stored means processed.");

  /** Committing. */
  public static final ConfigKey<Boolean> ENABLE_AUTO_COMMIT =
      TABLE
          .key("enable.auto.commit")
          .with(
              bool(), true, "Whether stored offsets are written to the offset store by interval.");

  /** Commit interval. */
  public static final ConfigKey<Integer> AUTO_COMMIT_INTERVAL_MS =
      TABLE
          .key("auto.commit.interval.ms")
          .with(
              integer(0, DAY, MILLIS),
              5_000,
              "How often stored offsets are written to the offset store; 0 only at stop and close.");

  /** Kind of offset store. */
  public static final ConfigKey<OffsetStoreMethod> OFFSET_STORE_METHOD =
      TABLE
          .key("offset.store.method")
          .with(
              choice(
                  words(
                      "none", OffsetStoreMethod.NONE,
                      "file", OffsetStoreMethod.FILE,
                      "broker", OffsetStoreMethod.BROKER)),
              OffsetStoreMethod.NONE,
              "Where offsets are kept: in local files, or at the brokers, committed for group.id,"
                  + " which must have no members then. (librdkafka's own default is broker.)");

  /** Folder of the offset files. */
  public static final ConfigKey<String> OFFSET_STORE_PATH =
      TABLE
          .key("offset.store.path")
          .with(
              text("the path of a folder or file"),
              ".",
              "The folder of the offset files, made if it is absent; or a file that is there, for"
                  + " one partition.");

  /** Layout of the offset files. */
  public static final ConfigKey<OffsetStoreLayout> OFFSET_STORE_LAYOUT =
      TABLE
          .key("offset.store.layout")
          .with(
              choice(words("files", OffsetStoreLayout.FILES, "journal", OffsetStoreLayout.JOURNAL)),
              OffsetStoreLayout.FILES,
              "How offsets are kept in the folder: a file for each partition, as librdkafka has"
                  + " them, or one journal for all of one process.");

  /** Forcing offset files to the device. */
  public static final ConfigKey<Integer> OFFSET_STORE_SYNC_INTERVAL_MS =
      TABLE
          .key("offset.store.sync.interval.ms")
          .with(
              integer(-1, DAY, MILLIS),
              1_000,
              "How often offset files are forced to the device; -1 never, 0 after each write."
                  + " (librdkafka's own default is -1.)");

  /** Memory of fetched records. */
  public static final ConfigKey<Long> FETCH_BUFFER_BYTES =
      TABLE
          .key("fetch.buffer.bytes")
          .with(
              number(1_024, 1L << 40, BYTES),
              64L * 1024 * 1024,
              "The bound on what is fetched and not yet released, over all partitions.");

  /** Least bytes of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MIN_BYTES =
      TABLE
          .key("fetch.min.bytes")
          .with(
              integer(1, 100_000_000, BYTES),
              1,
              "A broker answers a Fetch once it has so many bytes for it.");

  /** Longest wait of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MAX_WAIT_MS =
      TABLE
          .key("fetch.max.wait.ms")
          .alias("fetch.wait.max.ms")
          .with(
              integer(0, FIVE_MINUTES, MILLIS),
              500,
              "How long a broker may wait for fetch.min.bytes before it answers.");

  /** Most bytes of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MAX_BYTES =
      TABLE
          .key("fetch.max.bytes")
          .with(
              integer(1_024, 1_000_000_000, BYTES),
              52_428_800,
              "The most bytes of one Fetch reply; the first batch may pass it.");

  /** Most bytes of a partition in a Fetch. */
  public static final ConfigKey<Integer> MAX_PARTITION_FETCH_BYTES =
      TABLE
          .key("max.partition.fetch.bytes")
          .alias("fetch.message.max.bytes")
          .with(
              integer(1, 1_000_000_000, BYTES),
              1_048_576,
              "The most bytes of one partition in a Fetch reply; grows by itself for a record that"
                  + " needs more.");

  /** Queue limit. */
  public static final ConfigKey<Integer> QUEUED_MIN_MESSAGES =
      TABLE
          .key("queued.min.messages")
          .with(
              integer(1, 10_000_000, "records"),
              100_000,
              "A partition is not fetched while so many of its records wait for the application.");

  /** Limit of what is awaited. */
  public static final ConfigKey<Integer> UNFINISHED_MAX_RECORDS =
      TABLE
          .key("unfinished.max.records")
          .with(
              integer(1, 1_000_000_000, "records"),
              1_000_000,
              "Nothing more of a partition is handed out while so many released records of it are not"
                  + " acknowledged, or lie behind some that are not finished: about so many come"
                  + " again after a crash.");

  /** Back-off after errors. */
  public static final ConfigKey<Integer> FETCH_ERROR_BACKOFF_MS =
      TABLE
          .key("fetch.error.backoff.ms")
          .with(
              integer(0, FIVE_MINUTES, MILLIS),
              500,
              "How long a partition is not fetched after an error.");

  /** Bound of decompression. */
  public static final ConfigKey<Integer> FETCH_DECOMPRESSED_MAX_BYTES =
      TABLE
          .key("fetch.decompressed.max.bytes")
          .with(
              integer(1_024, Integer.MAX_VALUE - 8, BYTES),
              128 * 1024 * 1024,
              "The most bytes one compressed batch may become; above it the batch is refused.");

  private ConsumerKeys() {}

  /** The keys in documented order. */
  static List<ConfigKey<?>> rows() {
    return TABLE.rows();
  }
}
