package io.toppar.app.config;

import static io.toppar.app.config.ConfigType.bool;
import static io.toppar.app.config.ConfigType.integer;
import static io.toppar.app.config.ConfigType.list;
import static io.toppar.app.config.ConfigType.text;
import static io.toppar.app.config.KeyTable.BYTES;
import static io.toppar.app.config.KeyTable.DAY;
import static io.toppar.app.config.KeyTable.FIVE_MINUTES;
import static io.toppar.app.config.KeyTable.MILLIS;

import io.toppar.app.config.ConfigKey.Side;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The configuration keys of every client: the cluster, its metadata, connections, retries.
 *
 * <p>Stateless, any thread.
 */
public final class ClientKeys {

  private static final KeyTable TABLE = new KeyTable(Side.BOTH);

  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+(%\\w+)?]|[^\\[\\]:/\\s]+):(\\d{1,5})");
  private static final int LARGEST_PORT = 65_535;

  /** First contacts. */
  public static final ConfigKey<List<String>> BOOTSTRAP_SERVERS =
      TABLE
          .key("bootstrap.servers")
          .alias("metadata.broker.list")
          .optional(
              list("HOST:PORT[,HOST:PORT...], IPv6 addresses in brackets")
                  .where(servers -> servers.stream().allMatch(ClientKeys::isServer)),
              "The brokers to contact first; the others are learnt from them.");

  /** Name of the client in the brokers' logs. */
  public static final ConfigKey<String> CLIENT_ID =
      TABLE
          .key("client.id")
          .with(text("a text"), "toppar", "The client's name in the brokers' logs and metrics.");

  /** Metadata refresh. */
  public static final ConfigKey<Integer> METADATA_MAX_AGE_MS =
      TABLE
          .key("metadata.max.age.ms")
          .alias("topic.metadata.refresh.interval.ms")
          .with(
              integer(1, DAY, MILLIS),
              FIVE_MINUTES,
              "How old metadata may be before it is asked for again, without any error.");

  /** Grace for new topics. */
  public static final ConfigKey<Integer> TOPIC_METADATA_PROPAGATION_MAX_MS =
      TABLE
          .key("topic.metadata.propagation.max.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              30_000,
              "How long a topic may be unknown to the brokers before the application is told.");

  /** Creation by asking. */
  public static final ConfigKey<Boolean> ALLOW_AUTO_CREATE_TOPICS =
      TABLE
          .key("allow.auto.create.topics")
          .with(
              bool(), true, "Whether asking for an unknown topic may create it, if brokers allow.");

  /** First retry. */
  public static final ConfigKey<Integer> RETRY_BACKOFF_MS =
      TABLE
          .key("retry.backoff.ms")
          .with(
              integer(1, FIVE_MINUTES, MILLIS),
              100,
              "The first wait before a failed request is tried again; each further one doubles, +-20 %.");

  /** Longest wait of retries. */
  public static final ConfigKey<Integer> RETRY_BACKOFF_MAX_MS =
      TABLE
          .key("retry.backoff.max.ms")
          .with(
              integer(1, FIVE_MINUTES, MILLIS),
              1_000,
              "The longest wait between tries of a failed request.");

  /** Request timeout. */
  public static final ConfigKey<Integer> REQUEST_TIMEOUT_MS =
      TABLE
          .key("request.timeout.ms")
          .alias("socket.timeout.ms")
          .with(integer(10, DAY, MILLIS), 30_000, "How long one request may take.");

  /** Call timeout. */
  public static final ConfigKey<Integer> DEFAULT_API_TIMEOUT_MS =
      TABLE
          .key("default.api.timeout.ms")
          .with(
              integer(10, DAY, MILLIS),
              60_000,
              "How long a look-up may take, retries included, where the caller names no time of its own:"
                  + " the command line (10 seconds there if it is not set), and what is committed to"
                  + " or looked up at the coordinator of a group.");

  /** First reconnect. */
  public static final ConfigKey<Integer> RECONNECT_BACKOFF_MS =
      TABLE
          .key("reconnect.backoff.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              50,
              "The first wait before a lost broker is called again; each further one doubles, with jitter.");

  /** Longest wait of reconnects. */
  public static final ConfigKey<Integer> RECONNECT_BACKOFF_MAX_MS =
      TABLE
          .key("reconnect.backoff.max.ms")
          .with(
              integer(0, 3_600_000, MILLIS),
              1_000,
              "The longest wait before a lost broker is called again.");

  /** Connection set-up. */
  public static final ConfigKey<Integer> SOCKET_CONNECTION_SETUP_TIMEOUT_MS =
      TABLE
          .key("socket.connection.setup.timeout.ms")
          .with(
              integer(10, FIVE_MINUTES, MILLIS),
              10_000,
              "How long a connection may take to become usable.");

  /** Idle connections. */
  public static final ConfigKey<Integer> CONNECTIONS_MAX_IDLE_MS =
      TABLE
          .key("connections.max.idle.ms")
          .with(
              integer(0, Integer.MAX_VALUE, MILLIS),
              540_000,
              "A connection unused for so long is closed; 0 never.");

  /** Largest reply. */
  public static final ConfigKey<Integer> RECEIVE_MESSAGE_MAX_BYTES =
      TABLE
          .key("receive.message.max.bytes")
          .with(
              integer(1_000, Integer.MAX_VALUE, BYTES),
              100_000_000,
              "The largest reply taken; a larger announcement closes the connection.");

  /** Socket option. */
  public static final ConfigKey<Integer> SEND_BUFFER_BYTES =
      TABLE
          .key("send.buffer.bytes")
          .alias("socket.send.buffer.bytes")
          .with(
              integer(-1, 100_000_000, BYTES),
              -1,
              "The socket's send buffer; -1 or 0 leaves it to the system.");

  /** Socket option. */
  public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES =
      TABLE
          .key("receive.buffer.bytes")
          .alias("socket.receive.buffer.bytes")
          .with(
              integer(-1, 100_000_000, BYTES),
              -1,
              "The socket's receive buffer; -1 or 0 leaves it to the system."
                  + " (Kafka's own default is 65536.)");

  /** Statistics. */
  public static final ConfigKey<Integer> STATISTICS_INTERVAL_MS =
      TABLE
          .key("statistics.interval.ms")
          .with(
              integer(0, DAY, MILLIS),
              0,
              "How often statistics are given to the statistics listener; 0 never."
                  + " (In librdkafka only whole seconds count.)");

  private ClientKeys() {}

  /** The keys in documented order. */
  static List<ConfigKey<?>> rows() {
    return TABLE.rows();
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
