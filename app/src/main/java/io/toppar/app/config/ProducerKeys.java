package io.toppar.app.config;

import static io.toppar.app.config.ConfigType.bool;
import static io.toppar.app.config.ConfigType.choice;
import static io.toppar.app.config.ConfigType.integer;
import static io.toppar.app.config.ConfigType.number;
import static io.toppar.app.config.KeyTable.BYTES;
import static io.toppar.app.config.KeyTable.MILLIS;
import static io.toppar.app.config.KeyTable.words;

import io.toppar.app.config.ConfigKey.Side;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.ports.Compression.Codec;
import java.util.List;

/**
 * The configuration keys of producers: what is promised, how messages are batched and spread, what
 * bounds them.
 *
 * <p>Stateless, any thread.
 */
public final class ProducerKeys {

  /** The most requests in flight with idempotence: brokers know a producer's last 5 batches. */
  public static final int IDEMPOTENT_IN_FLIGHT = 5;

  /** The lowest level that zstd has, as fast as it gets. */
  private static final int LOWEST_LEVEL = -131_072;

  /** The highest level of any codec: zstd's. */
  private static final int HIGHEST_LEVEL = 22;

  private static final int LONGEST_LINGER = 900_000;

  private static final KeyTable TABLE = new KeyTable(Side.PRODUCER);

  /** Acknowledgement. */
  public static final ConfigKey<Acks> ACKS =
      TABLE
          .key("acks")
          .alias("request.required.acks")
          .with(
              choice(words("all", Acks.ALL, "-1", Acks.ALL, "1", Acks.LEADER, "0", Acks.NONE)),
              Acks.ALL,
              "Who must have a message before it counts as delivered: all replicas in sync, the"
                  + " leader (1), or nobody (0): then it counts once it is sent.");

  /** Idempotence. */
  public static final ConfigKey<Boolean> ENABLE_IDEMPOTENCE =
      TABLE
          .key("enable.idempotence")
          .with(
              bool(),
              true,
              "Whether retries neither repeat nor reorder messages in the log. Needs acks=all, at"
                  + " most 5 requests in flight and a retry; where one of these was set otherwise"
                  + " and this key was not, it is off. (librdkafka's own default is false.)");

  /** In flight. */
  public static final ConfigKey<Integer> MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION =
      TABLE
          .key("max.in.flight.requests.per.connection")
          .alias("max.in.flight")
          .with(
              integer(1, 1_000_000, "requests"),
              IDEMPOTENT_IN_FLIGHT,
              "The most Produce requests that wait for one broker's answer; without idempotence"
                  + " more than 1 may reorder messages on retry.");

  /** Retries. */
  public static final ConfigKey<Integer> RETRIES =
      TABLE
          .key("retries")
          .alias("message.send.max.retries")
          .with(
              integer(0, Integer.MAX_VALUE, ""),
              Integer.MAX_VALUE,
              "How often a message is sent again after an error that may pass; delivery.timeout.ms"
                  + " ends it before.");

  /** The time a message has. */
  public static final ConfigKey<Integer> DELIVERY_TIMEOUT_MS =
      TABLE
          .key("delivery.timeout.ms")
          .alias("message.timeout.ms")
          .with(
              integer(0, Integer.MAX_VALUE, MILLIS),
              120_000,
              "How long a message may take from being handed in to its report, retries included; 0"
                  + " for ever. (librdkafka's own default is 300000.)");

  /** Waiting for company. */
  public static final ConfigKey<Integer> LINGER_MS =
      TABLE
          .key("linger.ms")
          .alias("queue.buffering.max.ms")
          .with(
              integer(0, LONGEST_LINGER, MILLIS),
              5,
              "How long a batch that is not full waits for more messages. Must be below"
                  + " delivery.timeout.ms, of which at most half is waited.");

  /** Size of a batch. */
  public static final ConfigKey<Integer> BATCH_SIZE =
      TABLE
          .key("batch.size")
          .with(
              integer(0, Integer.MAX_VALUE, BYTES),
              65_536,
              "A batch is full with so many bytes before compression; a larger message is one by"
                  + " itself. A max.request.size below the default lowers it. (Kafka's own default"
                  + " is 16384, with which brokers and clients spend their time on batches;"
                  + " librdkafka's is 1000000.)");

  /** Messages of a batch. */
  public static final ConfigKey<Integer> BATCH_NUM_MESSAGES =
      TABLE
          .key("batch.num.messages")
          .with(
              integer(1, 1_000_000, "messages"), 10_000, "A batch is full with so many messages.");

  /** Largest request. */
  public static final ConfigKey<Integer> MAX_REQUEST_SIZE =
      TABLE
          .key("max.request.size")
          .alias("message.max.bytes")
          .with(
              integer(1_000, 1_000_000_000, BYTES),
              1_048_576,
              "The largest message, before compression, and the most bytes of one Produce request;"
                  + " what brokers and topics take is their own setting.");

  /** Memory. */
  public static final ConfigKey<Long> BUFFER_MEMORY =
      TABLE
          .key("buffer.memory")
          .with(
              number(1_024, 1L << 40, BYTES),
              32L * 1024 * 1024,
              "The bound on what was handed in and is not reported, over all partitions. Where it"
                  + " is not set it is twice max.request.size at least.");

  /** Waiting for memory. */
  public static final ConfigKey<Integer> MAX_BLOCK_MS =
      TABLE
          .key("max.block.ms")
          .with(
              integer(0, Integer.MAX_VALUE, MILLIS),
              60_000,
              "How long a send that waits may wait for room in buffer.memory; it never waits for"
                  + " anything else.");

  /** Codec. */
  public static final ConfigKey<Codec> COMPRESSION_TYPE =
      TABLE
          .key("compression.type")
          .alias("compression.codec")
          .with(
              choice(
                  words(
                      "none", Codec.NONE,
                      "gzip", Codec.GZIP,
                      "snappy", Codec.SNAPPY,
                      "lz4", Codec.LZ4,
                      "zstd", Codec.ZSTD)),
              Codec.NONE,
              "How batches are compressed; one that would not become smaller is left as it is.");

  /** Level. */
  public static final ConfigKey<Integer> COMPRESSION_LEVEL =
      TABLE
          .key("compression.level")
          .optional(
              integer(LOWEST_LEVEL, HIGHEST_LEVEL, ""),
              "The codec's level: gzip has 1 to 9, lz4 1 to 17, zstd -131072 to 22, the others none;"
                  + " the codec's own choice where it is not set.");

  /** Partitioner. */
  public static final ConfigKey<PartitionChoice> PARTITIONER =
      TABLE
          .key("partitioner")
          .with(
              choice(
                  words(
                      "murmur2_random", PartitionChoice.MURMUR2_RANDOM,
                      "murmur2", PartitionChoice.MURMUR2,
                      "consistent_random", PartitionChoice.CONSISTENT_RANDOM,
                      "consistent", PartitionChoice.CONSISTENT,
                      "fnv1a_random", PartitionChoice.FNV1A_RANDOM,
                      "fnv1a", PartitionChoice.FNV1A,
                      "random", PartitionChoice.RANDOM,
                      "sticky", PartitionChoice.STICKY)),
              PartitionChoice.MURMUR2_RANDOM,
              "The partition of a message that names none, by a hash of its key. With the names in"
                  + " _random a message without a key (for consistent_random, an empty one, too) may"
                  + " go anywhere: to the partition of the moment, another for each batch.size, as"
                  + " KIP-794 has it. The others hash no key like an empty one; sticky sends all"
                  + " messages anywhere, random each by itself. The default does what the Java client"
                  + " does. (librdkafka's own default is consistent_random.)");

  /** Kafka's word for sticky. */
  public static final ConfigKey<Boolean> PARTITIONER_IGNORE_KEYS =
      TABLE
          .key("partitioner.ignore.keys")
          .with(bool(), false, "Kafka's way to say partitioner=sticky.");

  /** Adaptive choice. */
  public static final ConfigKey<Boolean> PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE =
      TABLE
          .key("partitioner.adaptive.partitioning.enable")
          .with(
              bool(),
              true,
              "Whether messages that may go anywhere go to a partition the less often, the more"
                  + " batches wait for it (KIP-794).");

  /** Availability. */
  public static final ConfigKey<Integer> PARTITIONER_AVAILABILITY_TIMEOUT_MS =
      TABLE
          .key("partitioner.availability.timeout.ms")
          .with(
              integer(0, Integer.MAX_VALUE, MILLIS),
              0,
              "Messages that may go anywhere avoid a partition whose batches have waited so long to"
                  + " be sent; 0 never (KIP-794).");

  private ProducerKeys() {}

  /** The keys in documented order. */
  static List<ConfigKey<?>> rows() {
    return TABLE.rows();
  }
}
