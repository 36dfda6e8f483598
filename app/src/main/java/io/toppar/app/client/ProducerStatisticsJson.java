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
import java.util.List;

/**
 * Writes {@link ProducerStatistics} as one JSON object, by the rules of {@link StatisticsJson}.
 * Stateless.
 */
final class ProducerStatisticsJson {

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private static final List<Field<ProducerStatistics.Partition>> PARTITION =
      List.of(
          number("partition", part -> part.queue().topicPartition().partition()),
          number("leader", part -> part.queue().leaderId()),
          number("leader_epoch", part -> part.queue().leaderEpoch()),
          flag("unknown", ProducerStatistics.Partition::missing),
          text("produce_decision", part -> word(part.queue().load().decision())),
          number("msgq_cnt", ProducerStatistics.Partition::fillingMessages),
          number("msgq_bytes", ProducerStatistics.Partition::fillingBytes),
          number("xmit_msgq_cnt", part -> part.queue().load().sealedMessages()),
          number("xmit_msgq_bytes", part -> part.queue().load().sealedBytes()),
          number("msgs_inflight", part -> part.queue().load().inFlightMessages()),
          number("bytes_inflight", part -> part.queue().load().inFlightBytes()),
          number("batches_inflight", part -> part.queue().load().inFlightBatches()),
          number("oldest_age", ProducerStatisticsJson::oldestMicros),
          number("txmsgs", part -> part.queue().sentMessages()),
          number("txbytes", part -> part.queue().sentBytes()),
          number("resent_batches", part -> part.queue().sentAgain()));

  private static final List<Field<ProducerStatistics.Topic>> TOPIC =
      List.of(
          text("topic", ProducerStatistics.Topic::name),
          number("partition_cnt", ProducerStatistics.Topic::partitionCount),
          text("state", topic -> word(topic.state())),
          text("error", topic -> topic.error().name()),
          number("unassigned_cnt", ProducerStatistics.Topic::unassignedMessages),
          objects(
              "partitions",
              topic -> topic.partitions().values(),
              (part, out) -> quoted(part.queue().topicPartition().partition(), out),
              PARTITION));

  private static final List<Field<ProducerStatistics>> CLIENT =
      List.of(
          text("client_id", ProducerStatistics::clientId),
          text("type", client -> "producer"),
          number("ts", ProducerStatistics::clockMicros),
          number("time", client -> Math.floorDiv(client.timeMillis(), MILLIS_PER_SECOND)),
          number("age", ProducerStatistics::ageMicros),
          number(
              "tx",
              client -> BrokerJson.sum(client.brokers().values(), BrokerStatistics::requests)),
          number(
              "rx", client -> BrokerJson.sum(client.brokers().values(), BrokerStatistics::replies)),
          number("txmsgs", ProducerStatistics::sentMessages),
          number("txmsg_bytes", ProducerStatistics::sentBytes),
          number("buffer_bytes", ProducerStatistics::bufferBytes),
          number("buffer_bytes_max", ProducerStatistics::bufferLimitBytes),
          number("waiting_senders", ProducerStatistics::waitingSenders),
          text("idemp_state", client -> client.state().text()),
          number("producer_id", ProducerStatistics::producerId),
          objects(
              "brokers",
              client -> client.brokers().values(),
              (broker, out) -> Json.append(BrokerJson.name(broker), out),
              BrokerJson.FIELDS),
          objects(
              "topics",
              client -> client.topics().values(),
              (topic, out) -> Json.append(topic.name(), out),
              TOPIC));

  private ProducerStatisticsJson() {}

  static String json(ProducerStatistics statistics) {
    Bytes out = new Bytes();
    JsonFields.append(CLIENT, statistics, out);
    return out.toString();
  }

  private static long oldestMicros(ProducerStatistics.Partition partition) {
    long nanos = partition.queue().oldestAgeNanos();
    return nanos < 0 ? -1 : nanos / NANOS_PER_MICRO;
  }
}
