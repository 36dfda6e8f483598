package io.toppar.netty.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.MalformedMessageException;
import io.toppar.netty.records.BatchMaker;
import io.toppar.netty.records.MemoryAccount;
import io.toppar.netty.records.SentBatches;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hand-written Produce bytes against kafka-clients', at every version we speak. */
final class ProduceOracleTest {

  private static final int ROUNDS = 200;

  private final MemoryAccount memory = new MemoryAccount();
  private final BatchMaker maker = new BatchMaker(1 << 20);

  @AfterEach
  void nothing_is_held() {
    assertThat(memory.taken()).isZero();
    assertThat(maker.outstandingChunks()).isZero();
    maker.close();
  }

  static IntStream versions() {
    return IntStream.rangeClosed(Api.PRODUCE.floor(), Api.PRODUCE.ceiling());
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void a_request_has_the_bytes_of_kafka_s(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 1_000_003L + round;
      BrokerRequest.Produce request = request(new SplittableRandom(seed));
      assertThat(written(request, version))
          .as("seed %d", seed)
          .isEqualTo(bytes(meant(request, version), version));
      request.parts().forEach(part -> part.batch().release());
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void a_reply_of_kafka_s_is_read_as_it_was_meant(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 7_919L + round;
      SplittableRandom random = new SplittableRandom(seed);
      List<ProducePart> parts = parts(random);
      ProduceResponseData theirs = reply(random, version);
      ProduceReply ours = read(bytes(theirs, version), version, parts);
      assertThat(ours.partitions()).as("seed %d", seed).isEqualTo(told(theirs, parts, version));
      assertThat(ours.throttleMillis()).isEqualTo(theirs.throttleTimeMs());
      assertThat(ours.endpoints())
          .extracting(one -> one.id() + "=" + one.host() + ":" + one.port())
          .isEqualTo(
              theirs.nodeEndpoints().stream()
                  .map(one -> one.nodeId() + "=" + one.host() + ":" + one.port())
                  .toList());
      parts.forEach(part -> part.batch().release());
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void a_reply_cut_anywhere_is_malformed(int version) {
    for (int round = 0; round < 20; round++) {
      long seed = version * 104_729L + round;
      SplittableRandom random = new SplittableRandom(seed);
      List<ProducePart> parts = parts(random);
      byte[] bytes = bytes(reply(random, version), version);
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatThrownBy(() -> read(cut, version, parts))
            .as("seed %d, length %d", seed, length)
            .isInstanceOf(MalformedMessageException.class);
      }
      parts.forEach(part -> part.batch().release());
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void bytes_changed_at_random_are_malformed_or_still_one_answer_for_each_part(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 15_485_863L + round;
      SplittableRandom random = new SplittableRandom(seed);
      List<ProducePart> parts = parts(random);
      byte[] bytes = bytes(reply(random, version), version);
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(read(bytes, version, parts).partitions())
            .extracting(ProducedPartition::topicPartition)
            .isEqualTo(parts.stream().map(ProducePart::topicPartition).toList());
      } catch (MalformedMessageException expected) {
        assertThat(expected).hasMessageContaining("ProduceResponse");
      }
      parts.forEach(part -> part.batch().release());
    }
  }

  @Test
  void a_topic_without_an_id_keeps_the_whole_request_to_names() {
    SplittableRandom random = new SplittableRandom(5);
    ProducePart known = part("a", 0, new TopicId(1, 1), random);
    ProducePart unknown = part("b", 0, TopicId.ZERO, random);
    assertThat(ProduceWriter.highestVersion(List.of(known), 13)).isEqualTo(13);
    assertThat(ProduceWriter.highestVersion(List.of(known, unknown), 13)).isEqualTo(12);
    assertThat(ProduceWriter.highestVersion(List.of(unknown), 7)).isEqualTo(7);
    known.batch().release();
    unknown.batch().release();
  }

  private static byte[] written(BrokerRequest.Produce request, int version) {
    ByteBuf out = Unpooled.buffer();
    ProduceWriter writer = new ProduceWriter(out, (short) version);
    writer.write(request);
    ByteBuf whole = writer.gathered();
    byte[] bytes = ByteBufUtil.getBytes(whole);
    whole.release();
    writer.takeBack();
    return bytes;
  }

  private static ProduceRequestData meant(BrokerRequest.Produce request, int version) {
    Map<String, ProduceRequestData.TopicProduceData> topics = new LinkedHashMap<>();
    for (ProducePart part : request.parts()) {
      String name = part.topicPartition().topic();
      topics
          .computeIfAbsent(name, first -> topic(part, version))
          .partitionData()
          .add(
              new ProduceRequestData.PartitionProduceData()
                  .setIndex(part.topicPartition().partition())
                  .setRecords(
                      MemoryRecords.readableRecords(
                          ByteBuffer.wrap(
                              SentBatches.bytes(
                                  part.batch(),
                                  part.producerId(),
                                  part.producerEpoch(),
                                  part.baseSequence())))));
    }
    ProduceRequestData data =
        new ProduceRequestData().setAcks(request.acks()).setTimeoutMs(request.timeoutMillis());
    topics.values().forEach(data.topicData()::add);
    return data;
  }

  private static ProduceRequestData.TopicProduceData topic(ProducePart part, int version) {
    ProduceRequestData.TopicProduceData topic = new ProduceRequestData.TopicProduceData();
    return version >= 13
        ? topic.setTopicId(uuid(part.topicId()))
        : topic.setName(part.topicPartition().topic());
  }

  private BrokerRequest.Produce request(SplittableRandom random) {
    return new BrokerRequest.Produce(
        1, (short) random.nextInt(-1, 2), random.nextInt(100_000), parts(random), 0);
  }

  /** Parts of up to three topics, in no order. */
  private List<ProducePart> parts(SplittableRandom random) {
    List<ProducePart> parts = new ArrayList<>();
    for (int partition = 0; partition < 4; partition++) {
      for (int topic = 0; topic < 3; topic++) {
        if (random.nextInt(4) == 0) {
          parts.add(part("töpic" + topic, partition, new TopicId(1, topic + 1), random));
        }
      }
    }
    return parts;
  }

  private ProducePart part(String topic, int partition, TopicId id, SplittableRandom random) {
    BatchBuilder open = maker.newBatch(1 << 20, 100, Compression.NONE, memory);
    for (int i = random.nextInt(1, 9); i > 0; i--) {
      open.append(random.nextLong(1L << 40), null, Slice.of("value " + i), RecordHeaders.NONE);
    }
    SealedBatch batch = open.seal();
    return new ProducePart(
        new TopicPartition(topic, partition),
        id,
        batch,
        random.nextLong(),
        (short) random.nextInt(1 << 15),
        random.nextInt(Integer.MAX_VALUE));
  }

  private static ProduceReply read(byte[] bytes, int version, List<ProducePart> parts) {
    return ProduceReply.read(Unpooled.wrappedBuffer(bytes), (short) version, parts);
  }

  /** Answers to some of the parts, and to a partition and a topic that nobody asked about. */
  private static ProduceResponseData reply(SplittableRandom random, int version) {
    ProduceResponseData data = new ProduceResponseData().setThrottleTimeMs(random.nextInt(1000));
    for (int topic = 0; topic < 4; topic++) {
      ProduceResponseData.TopicProduceResponse one = new ProduceResponseData.TopicProduceResponse();
      if (version >= 13) {
        one.setTopicId(new Uuid(1, topic + 1));
      } else {
        one.setName("töpic" + topic);
      }
      for (int partition = 0; partition < 5; partition++) {
        if (random.nextInt(5) > 0) {
          one.partitionResponses().add(answer(random, partition, version));
        }
      }
      data.responses().add(one);
    }
    if (version >= 10 && random.nextBoolean()) {
      data.nodeEndpoints()
          .add(
              new ProduceResponseData.NodeEndpoint()
                  .setNodeId(random.nextInt(9))
                  .setHost("hörst")
                  .setPort(random.nextInt(65_536))
                  .setRack(random.nextBoolean() ? null : "r"));
    }
    return data;
  }

  private static ProduceResponseData.PartitionProduceResponse answer(
      SplittableRandom random, int partition, int version) {
    ProduceResponseData.PartitionProduceResponse answer =
        new ProduceResponseData.PartitionProduceResponse()
            .setIndex(partition)
            .setErrorCode((short) random.nextInt(-1, 140))
            .setBaseOffset(random.nextLong())
            .setLogAppendTimeMs(random.nextLong())
            .setLogStartOffset(random.nextLong());
    if (version >= 8) {
      answer.setErrorMessage(random.nextBoolean() ? null : "wörds");
      for (int i = random.nextInt(3); i > 0; i--) {
        answer
            .recordErrors()
            .add(
                new ProduceResponseData.BatchIndexAndErrorMessage()
                    .setBatchIndex(random.nextInt(100))
                    .setBatchIndexErrorMessage(random.nextBoolean() ? null : "no key"));
      }
    }
    if (version >= 10 && random.nextBoolean()) {
      answer.currentLeader().setLeaderId(random.nextInt(9)).setLeaderEpoch(random.nextInt(99));
    }
    return answer;
  }

  private static List<ProducedPartition> told(
      ProduceResponseData theirs, List<ProducePart> parts, int version) {
    return parts.stream().map(part -> told(theirs, part, version)).toList();
  }

  private static ProducedPartition told(ProduceResponseData theirs, ProducePart part, int version) {
    TopicPartition key = part.topicPartition();
    for (ProduceResponseData.TopicProduceResponse topic : theirs.responses()) {
      boolean same =
          version >= 13
              ? topic.topicId().equals(uuid(part.topicId()))
              : topic.name().equals(key.topic());
      for (ProduceResponseData.PartitionProduceResponse one : topic.partitionResponses()) {
        if (same && one.index() == key.partition()) {
          return told(key, one);
        }
      }
    }
    return ProducedPartition.failed(key, ErrorCode.UNKNOWN_SERVER_ERROR);
  }

  private static ProducedPartition told(
      TopicPartition key, ProduceResponseData.PartitionProduceResponse one) {
    @Nullable String message = one.errorMessage();
    return new ProducedPartition(
        key,
        ErrorCodes.of(one.errorCode()),
        one.baseOffset(),
        one.logAppendTimeMs(),
        one.logStartOffset(),
        one.recordErrors().stream()
            .map(each -> new RecordFault(each.batchIndex(), each.batchIndexErrorMessage()))
            .toList(),
        message,
        one.currentLeader().leaderId(),
        one.currentLeader().leaderEpoch());
  }

  private static byte[] bytes(Message message, int version) {
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, (short) version));
    message.write(new ByteBufferAccessor(buffer), cache, (short) version);
    return buffer.array();
  }

  private static Uuid uuid(TopicId id) {
    return new Uuid(id.high(), id.low());
  }
}
