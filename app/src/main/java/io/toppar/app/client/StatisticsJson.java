package io.toppar.app.client;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.FetchDecision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Writes {@link Statistics} as one JSON object, whole whatever its size (B169), with every number a
 * signed one of 64 bits at most (B167). Stateless.
 *
 * <p>A name of librdkafka's is used only for the figure that it has there. {@code
 * docs/statistics.md} lists all names; a test compares.
 */
final class StatisticsJson {

  private static final long MILLIS_PER_SECOND = 1_000;

  private static final List<Field<Statistics>> CLIENT =
      List.of(
          text("client_id", Statistics::clientId),
          text("type", client -> "consumer"),
          number("ts", Statistics::clockMicros),
          number("time", client -> Math.floorDiv(client.timeMillis(), MILLIS_PER_SECOND)),
          number("age", Statistics::ageMicros),
          number("tx", client -> sum(client, BrokerStatistics::requests)),
          number("rx", client -> sum(client, BrokerStatistics::replies)),
          number("rxmsgs", Statistics::receivedRecords),
          number("rxmsg_bytes", Statistics::receivedBytes),
          number("fetch_buffer_bytes", Statistics::fetchBufferBytes));

  private static final List<Field<BrokerStatistics>> BROKER =
      List.of(
          text("name", StatisticsJson::name),
          number("nodeid", BrokerStatistics::id),
          text("nodename", StatisticsJson::address),
          text("source", broker -> broker.id() < 0 ? "logical" : "learned"),
          number("tx", BrokerStatistics::requests),
          number("txidle", BrokerStatistics::sinceRequestMicros),
          number("rx", BrokerStatistics::replies),
          number("rxidle", BrokerStatistics::sinceReplyMicros),
          number("req_timeouts", BrokerStatistics::requestsTimedOut),
          number("requests_in_flight", BrokerStatistics::requestsInFlight),
          number("partition_cnt", BrokerStatistics::partitions),
          text("fetch_decision", StatisticsJson::decision));

  private static final List<Field<Statistics.Topic>> TOPIC =
      List.of(
          text("topic", Statistics.Topic::name),
          number("partition_cnt", Statistics.Topic::partitionCount),
          text("state", topic -> word(topic.state())),
          text("error", topic -> topic.error().name()));

  private static final List<Field<PartitionStatistics>> PARTITION =
      List.of(
          number("partition", part -> part.toppar().topicPartition().partition()),
          number("broker", part -> part.toppar().brokerId()),
          number("leader", part -> part.toppar().leaderId()),
          number("leader_epoch", part -> part.toppar().leaderEpoch()),
          flag("desired", PartitionStatistics::assigned),
          flag("unknown", PartitionStatistics::missing),
          flag("failed", PartitionStatistics::failed),
          flag("paused", part -> part.toppar().paused()),
          text("fetch_state", part -> word(part.toppar().state())),
          text("fetch_decision", part -> word(part.toppar().decision())),
          number("fetchq_cnt", part -> part.toppar().queuedRecords()),
          number("fetchq_size", part -> part.toppar().queuedBytes()),
          number("next_offset", part -> part.toppar().fetchOffset()),
          number("app_offset", part -> part.toppar().appOffset()),
          number("stored_offset", part -> part.toppar().storedOffset()),
          number("stored_leader_epoch", part -> part.toppar().storedLeaderEpoch()),
          number("committed_offset", part -> part.toppar().committedOffset()),
          number("committed_leader_epoch", part -> part.toppar().committedLeaderEpoch()),
          number("eof_offset", part -> part.toppar().eofOffset()),
          number("lo_offset", part -> part.toppar().logStartOffset()),
          number("hi_offset", part -> part.toppar().highWatermark()),
          number("ls_offset", part -> part.toppar().lastStableOffset()),
          number("consumer_lag", part -> part.toppar().lag()),
          number("consumer_lag_stored", part -> part.toppar().lagStored()),
          number("unfinished_cnt", PartitionStatistics::unfinishedRecords),
          number("rxmsgs", part -> part.toppar().receivedRecords()),
          number("rxbytes", part -> part.toppar().receivedBytes()),
          number("rx_ver_drops", part -> part.toppar().versionDrops()));

  private StatisticsJson() {}

  static String text(Statistics statistics) {
    Bytes out = new Bytes();
    open(CLIENT, statistics, out);
    out.append(",\"brokers\":");
    String before = "{";
    for (BrokerStatistics broker : statistics.brokers().values()) {
      out.append(before);
      Json.append(name(broker), out);
      out.append(':');
      open(BROKER, broker, out);
      out.append('}');
      before = ",";
    }
    out.append(before.equals("{") ? "{},\"topics\":" : "},\"topics\":");
    before = "{";
    for (Statistics.Topic topic : statistics.topics().values()) {
      out.append(before);
      appendTopic(topic, out);
      before = ",";
    }
    return out.append(before.equals("{") ? "{}}" : "}}").toString();
  }

  private static void appendTopic(Statistics.Topic topic, Bytes out) {
    Json.append(topic.name(), out);
    out.append(':');
    open(TOPIC, topic, out);
    out.append(",\"partitions\":");
    String before = "{\"";
    for (PartitionStatistics partition : topic.partitions().values()) {
      out.append(before).append((long) partition.toppar().topicPartition().partition());
      out.append("\":");
      open(PARTITION, partition, out);
      out.append('}');
      before = ",\"";
    }
    out.append(before.equals("{\"") ? "{}}" : "}}");
  }

  private static <T> void open(List<Field<T>> fields, T from, Bytes out) {
    int before = '{';
    for (Field<T> field : fields) {
      out.append(before).append(field.key);
      field.value.append(from, out);
      before = ',';
    }
  }

  private static long sum(Statistics client, ToLongFunction<BrokerStatistics> figure) {
    return client.brokers().values().stream().mapToLong(figure).sum();
  }

  private static String name(BrokerStatistics broker) {
    return broker.id() < 0 ? "any" : address(broker) + "/" + broker.id();
  }

  private static String address(BrokerStatistics broker) {
    BrokerEndpoint endpoint = broker.endpoint();
    if (endpoint == null) {
      return "";
    }
    String host = endpoint.host();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoint.port();
  }

  private static String decision(BrokerStatistics broker) {
    FetchDecision decision = broker.decision();
    return decision == null ? "none" : word(decision);
  }

  /** As librdkafka writes such names: offset-wait. */
  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private interface Value<T> {
    void append(T from, Bytes out);
  }

  private static final class Field<T> {

    /** The name in quotes, and the colon. */
    final byte[] key;

    final Value<T> value;

    Field(String name, Value<T> value) {
      this.key = ("\"" + name + "\":").getBytes(StandardCharsets.UTF_8);
      this.value = value;
    }
  }

  private static <T> Field<T> number(String name, ToLongFunction<T> figure) {
    return new Field<>(name, (from, out) -> out.append(figure.applyAsLong(from)));
  }

  private static <T> Field<T> text(String name, Function<T, String> word) {
    return new Field<>(name, (from, out) -> Json.append(word.apply(from), out));
  }

  private static <T> Field<T> flag(String name, Predicate<T> fact) {
    return new Field<>(name, (from, out) -> out.append(fact.test(from) ? "true" : "false"));
  }
}
