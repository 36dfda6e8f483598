package io.toppar.app.config;

import static io.toppar.app.config.ConfigType.bool;
import static io.toppar.app.config.ConfigType.choice;
import static io.toppar.app.config.ConfigType.integer;
import static io.toppar.app.config.ConfigType.list;
import static io.toppar.app.config.ConfigType.number;
import static io.toppar.app.config.ConfigType.text;

import io.toppar.app.config.ConfigKey.Side;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.ResetPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table of all configuration keys, in the order in which the documentation lists them.
 *
 * <p>Stateless, any thread. {@code docs/configuration.md} is written from this table.
 */
public final class ConfigKeys {

  private static final List<ConfigKey<?>> TABLE = new ArrayList<>();

  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+(%\\w+)?]|[^\\[\\]:/\\s]+):(\\d{1,5})");
  private static final int LARGEST_PORT = 65_535;
  private static final String MILLIS = "milliseconds";
  private static final String BYTES = "bytes";
  private static final int DAY = 86_400_000;
  private static final int FIVE_MINUTES = 300_000;

  /** First contacts. */
  public static final ConfigKey<List<String>> BOOTSTRAP_SERVERS =
      both("bootstrap.servers")
          .alias("metadata.broker.list")
          .optional(
              list("HOST:PORT[,HOST:PORT...], IPv6 addresses in brackets")
                  .where(servers -> servers.stream().allMatch(ConfigKeys::isServer)),
              "The brokers to contact first; the others are learnt from them.");

  /** Name of the client in the brokers' logs. */
  public static final ConfigKey<String> CLIENT_ID =
      both("client.id")
          .with(text("a text"), "toppar", "The client's name in the brokers' logs and metrics.");

  /** Rack of the client. */
  public static final ConfigKey<String> CLIENT_RACK =
      consumer("client.rack")
          .with(
              text("a text"),
              "",
              "The rack this client stands in: where brokers have a replica.selector.class, it reads"
                  + " from replicas of that rack (KIP-392).");

  /** Group the offsets are stored under. */
  public static final ConfigKey<String> GROUP_ID =
      consumer("group.id")
          .optional(
              text("a text"),
              "The group under which offsets are stored: part of an offset file's name, or the group"
                  + " whose offsets the brokers keep.");

  /** Where to start without a usable position. */
  public static final ConfigKey<ResetPolicy> AUTO_OFFSET_RESET =
      consumer("auto.offset.reset")
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
      consumer("isolation.level")
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
      consumer("check.crcs")
          .with(bool(), true, "Whether the checksum of every batch is checked before it is read.");

  /** End-of-partition events. */
  public static final ConfigKey<Boolean> ENABLE_PARTITION_EOF =
      consumer("enable.partition.eof")
          .with(
              bool(),
              false,
              "Whether an event tells that the end of a partition was reached, once per end.");

  /** Storing on release. */
  public static final ConfigKey<Boolean> ENABLE_AUTO_OFFSET_STORE =
      consumer("enable.auto.offset.store")
          .with(
              bool(),
              true,
              "Whether the offset behind a batch is stored when the batch is released."
                  + " Released, not handed over: stored means processed.");

  /** Committing. */
  public static final ConfigKey<Boolean> ENABLE_AUTO_COMMIT =
      consumer("enable.auto.commit")
          .with(
              bool(), true, "Whether stored offsets are written to the offset store by interval.");

  /** Commit interval. */
  public static final ConfigKey<Integer> AUTO_COMMIT_INTERVAL_MS =
      consumer("auto.commit.interval.ms")
          .with(
              integer(0, DAY, MILLIS),
              5_000,
              "How often stored offsets are written to the offset store; 0 only at stop and close.");

  /** Kind of offset store. */
  public static final ConfigKey<OffsetStoreMethod> OFFSET_STORE_METHOD =
      consumer("offset.store.method")
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
      consumer("offset.store.path")
          .with(
              text("the path of a folder or file"),
              ".",
              "The folder of the offset files, made if it is absent; or a file that is there, for"
                  + " one partition.");

  /** Layout of the offset files. */
  public static final ConfigKey<OffsetStoreLayout> OFFSET_STORE_LAYOUT =
      consumer("offset.store.layout")
          .with(
              choice(words("files", OffsetStoreLayout.FILES, "journal", OffsetStoreLayout.JOURNAL)),
              OffsetStoreLayout.FILES,
              "How offsets are kept in the folder: a file for each partition, as librdkafka has"
                  + " them, or one journal for all of one process.");

  /** Forcing offset files to the device. */
  public static final ConfigKey<Integer> OFFSET_STORE_SYNC_INTERVAL_MS =
      consumer("offset.store.sync.interval.ms")
          .with(
              integer(-1, DAY, MILLIS),
              1_000,
              "How often offset files are forced to the device; -1 never, 0 after each write."
                  + " (librdkafka's own default is -1.)");

  /** Memory of fetched records. */
  public static final ConfigKey<Long> FETCH_BUFFER_BYTES =
      consumer("fetch.buffer.bytes")
          .with(
              number(1_024, 1L << 40, BYTES),
              64L * 1024 * 1024,
              "The bound on what is fetched and not yet released, over all partitions.");

  /** Least bytes of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MIN_BYTES =
      consumer("fetch.min.bytes")
          .with(
              integer(1, 100_000_000, BYTES),
              1,
              "A broker answers a Fetch once it has so many bytes for it.");

  /** Longest wait of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MAX_WAIT_MS =
      consumer("fetch.max.wait.ms")
          .alias("fetch.wait.max.ms")
          .with(
              integer(0, FIVE_MINUTES, MILLIS),
              500,
              "How long a broker may wait for fetch.min.bytes before it answers.");

  /** Most bytes of a Fetch. */
  public static final ConfigKey<Integer> FETCH_MAX_BYTES =
      consumer("fetch.max.bytes")
          .with(
              integer(1_024, 1_000_000_000, BYTES),
              52_428_800,
              "The most bytes of one Fetch reply; the first batch may pass it.");

  /** Most bytes of a partition in a Fetch. */
  public static final ConfigKey<Integer> MAX_PARTITION_FETCH_BYTES =
      consumer("max.partition.fetch.bytes")
          .alias("fetch.message.max.bytes")
          .with(
              integer(1, 1_000_000_000, BYTES),
              1_048_576,
              "The most bytes of one partition in a Fetch reply; grows by itself for a record that"
                  + " needs more.");

  /** Queue limit. */
  public static final ConfigKey<Integer> QUEUED_MIN_MESSAGES =
      consumer("queued.min.messages")
          .with(
              integer(1, 10_000_000, "records"),
              100_000,
              "A partition is not fetched while so many of its records wait for the application.");

  /** Limit of what is awaited. */
  public static final ConfigKey<Integer> UNFINISHED_MAX_RECORDS =
      consumer("unfinished.max.records")
          .with(
              integer(1, 1_000_000_000, "records"),
              1_000_000,
              "Nothing more of a partition is handed out while so many released records of it are not"
                  + " acknowledged, or lie behind some that are not finished: about so many come"
                  + " again after a crash.");

  /** Back-off after errors. */
  public static final ConfigKey<Integer> FETCH_ERROR_BACKOFF_MS =
      consumer("fetch.error.backoff.ms")
          .with(
              integer(0, FIVE_MINUTES, MILLIS),
              500,
              "How long a partition is not fetched after an error.");

  /** Bound of decompression. */
  public static final ConfigKey<Integer> FETCH_DECOMPRESSED_MAX_BYTES =
      consumer("fetch.decompressed.max.bytes")
          .with(
              integer(1_024, Integer.MAX_VALUE - 8, BYTES),
              128 * 1024 * 1024,
              "The most bytes one compressed batch may become; above it the batch is refused.");

  /** Metadata refresh. */
  public static final ConfigKey<Integer> METADATA_MAX_AGE_MS =
      both("metadata.max.age.ms")
          .alias("topic.metadata.refresh.interval.ms")
          .with(
              integer(1, DAY, MILLIS),
              FIVE_MINUTES,
              "How old metadata may be before it is asked for again, without any error.");

  /** Grace for new topics. */
  public static final ConfigKey<Integer> TOPIC_METADATA_PROPAGATION_MAX_MS =
      both("topic.metadata.propagation.max.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              30_000,
              "How long a topic may be unknown to the brokers before the application is told.");

  /** Creation by asking. */
  public static final ConfigKey<Boolean> ALLOW_AUTO_CREATE_TOPICS =
      both("allow.auto.create.topics")
          .with(
              bool(), true, "Whether asking for an unknown topic may create it, if brokers allow.");

  /** First retry. */
  public static final ConfigKey<Integer> RETRY_BACKOFF_MS =
      both("retry.backoff.ms")
          .with(
              integer(1, FIVE_MINUTES, MILLIS),
              100,
              "The first wait before a failed request is tried again; each further one doubles, +-20 %.");

  /** Longest wait of retries. */
  public static final ConfigKey<Integer> RETRY_BACKOFF_MAX_MS =
      both("retry.backoff.max.ms")
          .with(
              integer(1, FIVE_MINUTES, MILLIS),
              1_000,
              "The longest wait between tries of a failed request.");

  /** Request timeout. */
  public static final ConfigKey<Integer> REQUEST_TIMEOUT_MS =
      both("request.timeout.ms")
          .alias("socket.timeout.ms")
          .with(integer(10, DAY, MILLIS), 30_000, "How long one request may take.");

  /** Call timeout. */
  public static final ConfigKey<Integer> DEFAULT_API_TIMEOUT_MS =
      both("default.api.timeout.ms")
          .with(
              integer(10, DAY, MILLIS),
              60_000,
              "How long a look-up may take, retries included, where the caller names no time of its own:"
                  + " the command line (10 seconds there if it is not set), and what is committed to"
                  + " or looked up at the coordinator of a group.");

  /** First reconnect. */
  public static final ConfigKey<Integer> RECONNECT_BACKOFF_MS =
      both("reconnect.backoff.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              50,
              "The first wait before a lost broker is called again; each further one doubles, with jitter.");

  /** Longest wait of reconnects. */
  public static final ConfigKey<Integer> RECONNECT_BACKOFF_MAX_MS =
      both("reconnect.backoff.max.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              1_000,
              "The longest wait before a lost broker is called again.");

  /** Connection set-up. */
  public static final ConfigKey<Integer> SOCKET_CONNECTION_SETUP_TIMEOUT_MS =
      both("socket.connection.setup.timeout.ms")
          .with(
              integer(10, FIVE_MINUTES, MILLIS),
              10_000,
              "How long a connection may take to become usable.");

  /** Idle connections. */
  public static final ConfigKey<Integer> CONNECTIONS_MAX_IDLE_MS =
      both("connections.max.idle.ms")
          .with(
              integer(0, Integer.MAX_VALUE, MILLIS),
              540_000,
              "A connection unused for so long is closed; 0 never.");

  /** Largest reply. */
  public static final ConfigKey<Integer> RECEIVE_MESSAGE_MAX_BYTES =
      both("receive.message.max.bytes")
          .with(
              integer(1_000, Integer.MAX_VALUE, BYTES),
              100_000_000,
              "The largest reply taken; a larger announcement closes the connection.");

  /** Socket option. */
  public static final ConfigKey<Integer> SEND_BUFFER_BYTES =
      both("send.buffer.bytes")
          .alias("socket.send.buffer.bytes")
          .with(
              integer(-1, 100_000_000, BYTES),
              -1,
              "The socket's send buffer; -1 or 0 leaves it to the system.");

  /** Socket option. */
  public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES =
      both("receive.buffer.bytes")
          .alias("socket.receive.buffer.bytes")
          .with(
              integer(-1, 100_000_000, BYTES),
              -1,
              "The socket's receive buffer; -1 or 0 leaves it to the system."
                  + " (Kafka's own default is 65536.)");

  /** Statistics. */
  public static final ConfigKey<Integer> STATISTICS_INTERVAL_MS =
      both("statistics.interval.ms")
          .with(
              integer(0, DAY, MILLIS),
              0,
              "How often statistics are given to the statistics listener; 0 never."
                  + " (In librdkafka only whole seconds count.)");

  private ConfigKeys() {}

  /** Every key, in documented order. */
  public static List<ConfigKey<?>> all() {
    return Collections.unmodifiableList(TABLE);
  }

  private static Row both(String name) {
    return new Row(name, Side.BOTH);
  }

  private static Row consumer(String name) {
    return new Row(name, Side.CONSUMER);
  }

  private static <E> Map<String, E> words(Object... pairs) {
    Map<String, E> words = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      @SuppressWarnings("unchecked")
      E value = (E) pairs[i + 1];
      words.put((String) pairs[i], value);
    }
    return words;
  }

  /** A row of the table while it is written down. */
  private static final class Row {

    private final String name;
    private final Side side;
    private final List<String> aliases = new ArrayList<>();

    Row(String name, Side side) {
      this.name = name;
      this.side = side;
    }

    Row alias(String alias) {
      aliases.add(alias);
      return this;
    }

    <T> ConfigKey<T> optional(ConfigType<T> type, String meaning) {
      return add(type, null, meaning);
    }

    <T> ConfigKey<T> with(ConfigType<T> type, T defaultValue, String meaning) {
      return add(type, defaultValue, meaning);
    }

    private <T> ConfigKey<T> add(ConfigType<T> type, @Nullable T defaultValue, String meaning) {
      ConfigKey<T> key =
          new ConfigKey<>(name, List.copyOf(aliases), type, defaultValue, side, false, meaning);
      TABLE.add(key);
      return key;
    }
  }

  private static boolean isServer(String text) {
    Matcher server = SERVER.matcher(text);
    if (!server.matches()) {
      return false;
    }
    int port = Integer.parseInt(server.group(3));
    return port >= 1 && port <= LARGEST_PORT;
  }
}
