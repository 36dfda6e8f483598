package io.toppar.app.client;

import static io.toppar.app.client.JsonFields.flag;
import static io.toppar.app.client.JsonFields.number;
import static io.toppar.app.client.JsonFields.objects;
import static io.toppar.app.client.JsonFields.quoted;
import static io.toppar.app.client.JsonFields.text;
import static io.toppar.app.client.JsonFields.word;

import io.toppar.app.client.JsonFields.Field;
import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.domain.FetchDecision;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes {@link Statistics} as one JSON object, whole whatever its size (B169), with every number a
 * signed one of 64 bits at most (B167). Stateless.
 *
 * <p>A name of librdkafka's is used only for the figure that it has there. {@code
 * docs/statistics.md} lists all names; a test compares.
 */
final class StatisticsJson {

  private static final long MILLIS_PER_SECOND = 1_000;

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

  private static final List<Field<Statistics.Topic>> TOPIC =
      List.of(
          text("topic", Statistics.Topic::name),
          number("partition_cnt", Statistics.Topic::partitionCount),
          text("state", topic -> word(topic.state())),
          text("error", topic -> topic.error().name()),
          objects(
              "partitions",
              topic -> topic.partitions().values(),
              (part, out) -> quoted(part.toppar().topicPartition().partition(), out),
              PARTITION));

  private static final List<Field<BrokerStatistics>> BROKER =
      Stream.concat(
              BrokerJson.FIELDS.stream(),
              Stream.of(
                  number("partition_cnt", BrokerStatistics::partitions),
                  text("fetch_decision", StatisticsJson::decision)))
          .toList();

  private static final List<Field<Statistics>> CLIENT =
      List.of(
          text("client_id", Statistics::clientId),
          text("type", client -> "consumer"),
          number("ts", Statistics::clockMicros),
          number("time", client -> Math.floorDiv(client.timeMillis(), MILLIS_PER_SECOND)),
          number("age", Statistics::ageMicros),
          number(
              "tx",
              client -> BrokerJson.sum(client.brokers().values(), BrokerStatistics::requests)),
          number(
              "rx", client -> BrokerJson.sum(client.brokers().values(), BrokerStatistics::replies)),
          number("rxmsgs", Statistics::receivedRecords),
          number("rxmsg_bytes", Statistics::receivedBytes),
          number("fetch_buffer_bytes", Statistics::fetchBufferBytes),
          objects(
              "brokers",
              client -> client.brokers().values(),
              (broker, out) -> Json.append(BrokerJson.name(broker), out),
              BROKER),
          objects(
              "topics",
              client -> client.topics().values(),
              (topic, out) -> Json.append(topic.name(), out),
              TOPIC));

  private StatisticsJson() {}

  static String json(Statistics statistics) {
    Bytes out = new Bytes();
    JsonFields.append(CLIENT, statistics, out);
    return out.toString();
  }

  private static String decision(BrokerStatistics broker) {
    FetchDecision decision = broker.decision();
    return decision == null ? "none" : word(decision);
  }
}
