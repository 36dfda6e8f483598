package io.toppar.netty.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.connection.FramePool;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.MalformedMessageException;
import io.toppar.netty.records.BatchWalker;
import io.toppar.netty.records.RecordOptions;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.FetchedBatches;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hand-written Fetch bytes against kafka-clients', at every version we speak. */
final class FetchOracleTest {

  private static final int ROUNDS = 200;
  private static final BatchWalker WALKER = new BatchWalker(RecordOptions.DEFAULT);

  static IntStream versions() {
    return IntStream.rangeClosed(Api.FETCH.floor(), Api.FETCH.ceiling());
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void a_reply_of_kafka_s_is_read_as_it_was_meant(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 1_000_003L + round;
      SplittableRandom random = new SplittableRandom(seed);
      FetchSession session = session(random);
      FetchResponseData theirs = reply(random, version);
      byte[] bytes = bytes(theirs, version);
      FramePool pool = new FramePool(0);
      Frame frame = frame(pool, bytes);
      FetchReply ours =
          new FetchReply(
              frame, 0, (short) version, session, IsolationLevel.READ_UNCOMMITTED, WALKER);
      ours.read();
      assertThat(told(ours)).as("seed %d", seed).isEqualTo(told(theirs, session, version));
      frame.release();
      ours.release();
      assertThat(pool.outstandingFrames()).as("frames, seed %d", seed).isZero();
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void a_reply_cut_anywhere_is_malformed_and_leaks_nothing(int version) {
    for (int round = 0; round < 20; round++) {
      long seed = version * 7_919L + round;
      SplittableRandom random = new SplittableRandom(seed);
      FetchSession session = session(random);
      byte[] bytes = bytes(reply(random, version), version);
      FramePool pool = new FramePool(0);
      for (int length = 0; length < bytes.length; length++) {
        Frame frame = frame(pool, Arrays.copyOf(bytes, length));
        FetchReply ours =
            new FetchReply(
                frame, 0, (short) version, session, IsolationLevel.READ_COMMITTED, WALKER);
        assertThatThrownBy(ours::read)
            .as("seed %d, length %d", seed, length)
            .isInstanceOf(MalformedMessageException.class);
        frame.release();
        assertThat(pool.outstandingFrames()).as("seed %d", seed).isZero();
      }
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void bytes_changed_at_random_never_harm_more_than_the_reply(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 104_729L + round;
      SplittableRandom random = new SplittableRandom(seed);
      FetchSession session = session(random);
      byte[] bytes = bytes(reply(random, version), version);
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      FramePool pool = new FramePool(0);
      Frame frame = frame(pool, bytes);
      FetchReply ours =
          new FetchReply(frame, 0, (short) version, session, IsolationLevel.READ_COMMITTED, WALKER);
      try {
        ours.read();
        ours.release();
      } catch (MalformedMessageException expected) {
        assertThat(expected).hasMessageContaining("FetchResponse");
      }
      frame.release();
      assertThat(pool.outstandingFrames()).as("seed %d", seed).isZero();
    }
  }

  @ParameterizedTest(name = "version {0}")
  @MethodSource("versions")
  void kafka_reads_of_our_request_what_we_meant(int version) {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = version * 15_485_863L + round;
      SplittableRandom random = new SplittableRandom(seed);
      FetchSession session = new FetchSession();
      BrokerRequest.Fetch request = request(random, true, List.of());
      session.accept(request);
      assertThat(written(session, request, version))
          .as("seed %d", seed)
          .isEqualTo(meant(request, version, 0, 0, List.of()));
      session.answered(77);
      List<FetchPartition> forgotten =
          request.changed().stream().filter(one -> random.nextBoolean()).toList();
      BrokerRequest.Fetch next =
          request(random, false, forgotten.stream().map(FetchPartition::topicPartition).toList());
      session.accept(next);
      List<FetchPartition> gone =
          forgotten.stream().filter(one -> session.wanted(one.topicPartition()) == null).toList();
      assertThat(written(session, next, version))
          .as("seed %d", seed)
          .isEqualTo(meant(next, version, 77, 1, gone));
    }
  }

  private static String written(FetchSession session, BrokerRequest.Fetch request, int version) {
    ByteBuf out = Unpooled.buffer();
    session.writing(FetchWriter.byId((short) version));
    FetchWriter.write(out, (short) version, request, session);
    ByteBuffer bytes = ByteBuffer.wrap(ByteBufUtil.getBytes(out));
    FetchRequestData read = new FetchRequestData(new ByteBufferAccessor(bytes), (short) version);
    assertThat(bytes.hasRemaining()).isFalse();
    return read.toString();
  }

  private static String meant(
      BrokerRequest.Fetch request,
      int version,
      int sessionId,
      int epoch,
      List<FetchPartition> gone) {
    FetchRequestData data =
        new FetchRequestData()
            .setReplicaId(-1)
            .setMaxWaitMs(request.maxWaitMillis())
            .setMinBytes(request.minBytes())
            .setMaxBytes(request.maxBytes())
            .setIsolationLevel(
                (byte) (request.isolationLevel() == IsolationLevel.READ_COMMITTED ? 1 : 0))
            .setSessionId(sessionId)
            .setSessionEpoch(epoch)
            .setRackId(version >= 11 ? request.rackId() : "");
    FetchRequestData.FetchTopic topic = null;
    for (FetchPartition one : request.changed()) {
      if (topic == null || !sameTopic(topic, one, version)) {
        topic = new FetchRequestData.FetchTopic();
        if (version >= 13) {
          topic.setTopicId(uuid(one.topicId()));
        } else {
          topic.setTopic(one.topicPartition().topic());
        }
        data.topics().add(topic);
      }
      topic
          .partitions()
          .add(
              new FetchRequestData.FetchPartition()
                  .setPartition(one.topicPartition().partition())
                  .setCurrentLeaderEpoch(one.currentLeaderEpoch())
                  .setFetchOffset(one.fetchOffset())
                  .setLastFetchedEpoch(version >= 12 ? one.lastFetchedEpoch() : -1)
                  .setLogStartOffset(one.logStartOffset())
                  .setPartitionMaxBytes(one.maxBytes()));
    }
    FetchRequestData.ForgottenTopic forgotten = null;
    for (FetchPartition one : gone) {
      if (forgotten == null
          || !(version >= 13
              ? forgotten.topicId().equals(uuid(one.topicId()))
              : forgotten.topic().equals(one.topicPartition().topic()))) {
        forgotten = new FetchRequestData.ForgottenTopic();
        if (version >= 13) {
          forgotten.setTopicId(uuid(one.topicId()));
        } else {
          forgotten.setTopic(one.topicPartition().topic());
        }
        data.forgottenTopicsData().add(forgotten);
      }
      forgotten.partitions().add(one.topicPartition().partition());
    }
    return data.toString();
  }

  private static boolean sameTopic(
      FetchRequestData.FetchTopic topic, FetchPartition one, int version) {
    return version >= 13
        ? topic.topicId().equals(uuid(one.topicId()))
        : topic.topic().equals(one.topicPartition().topic());
  }

  private static BrokerRequest.Fetch request(
      SplittableRandom random, boolean full, List<TopicPartition> forgotten) {
    List<FetchPartition> changed = new ArrayList<>();
    for (int topic = 0; topic < 3; topic++) {
      for (int partition = 0; partition < 4; partition++) {
        if (random.nextBoolean()) {
          changed.add(
              new FetchPartition(
                  new TopicPartition("topic" + topic, partition),
                  new TopicId(1, topic + 1),
                  random.nextLong(Long.MAX_VALUE),
                  random.nextInt(-1, 9),
                  random.nextInt(-1, 9),
                  -1,
                  random.nextInt(1, 1 << 20)));
        }
      }
    }
    return new BrokerRequest.Fetch(
        1,
        full,
        changed,
        forgotten,
        random.nextInt(1, 100),
        random.nextInt(1000),
        random.nextInt(1 << 20),
        random.nextBoolean() ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED,
        random.nextBoolean() ? "" : "räck",
        0);
  }

  private static FetchSession session(SplittableRandom random) {
    FetchSession session = new FetchSession();
    List<FetchPartition> wanted = new ArrayList<>();
    for (int topic = 0; topic < 3; topic++) {
      for (int partition = 0; partition < 3; partition++) {
        if (random.nextInt(5) > 0) {
          wanted.add(
              new FetchPartition(
                  new TopicPartition("topic" + topic, partition),
                  new TopicId(5, topic + 1),
                  0,
                  -1,
                  -1,
                  -1,
                  1000));
        }
      }
    }
    session.accept(
        new BrokerRequest.Fetch(
            1, true, wanted, List.of(), 1, 1, 1, IsolationLevel.READ_COMMITTED, "", 0));
    return session;
  }

  private static FetchResponseData reply(SplittableRandom random, int version) {
    FetchResponseData reply =
        new FetchResponseData()
            .setThrottleTimeMs(random.nextInt(100))
            .setErrorCode((short) random.nextInt(2))
            .setSessionId(random.nextInt());
    for (int topic = random.nextInt(4); topic > 0; topic--) {
      FetchResponseData.FetchableTopicResponse one = new FetchResponseData.FetchableTopicResponse();
      if (version >= 13) {
        one.setTopicId(new Uuid(5, topic));
      } else {
        one.setTopic("topic" + (topic - 1));
      }
      for (int partition = random.nextInt(4); partition > 0; partition--) {
        one.partitions().add(partition(random, version, partition - 1));
      }
      reply.responses().add(one);
    }
    if (version >= 16) {
      for (int node = random.nextInt(3); node > 0; node--) {
        reply
            .nodeEndpoints()
            .add(
                new FetchResponseData.NodeEndpoint()
                    .setNodeId(node)
                    .setHost("host" + node)
                    .setPort(random.nextInt(65_536))
                    .setRack(random.nextBoolean() ? null : "r"));
      }
    }
    return reply;
  }

  private static FetchResponseData.PartitionData partition(
      SplittableRandom random, int version, int index) {
    FetchResponseData.PartitionData data =
        new FetchResponseData.PartitionData()
            .setPartitionIndex(index)
            .setErrorCode((short) random.nextInt(-1, 140))
            .setHighWatermark(random.nextLong())
            .setLastStableOffset(random.nextLong())
            .setLogStartOffset(random.nextLong())
            .setRecords(records(random));
    if (version >= 11) {
      data.setPreferredReadReplica(random.nextInt(-1, 5));
    }
    if (random.nextBoolean()) {
      data.setAbortedTransactions(null);
    } else {
      List<FetchResponseData.AbortedTransaction> aborted = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        aborted.add(
            new FetchResponseData.AbortedTransaction()
                .setProducerId(random.nextLong())
                .setFirstOffset(random.nextLong()));
      }
      data.setAbortedTransactions(aborted);
    }
    if (version >= 12 && random.nextBoolean()) {
      data.divergingEpoch().setEpoch(random.nextInt()).setEndOffset(random.nextLong());
    }
    if (version >= 12 && random.nextBoolean()) {
      data.currentLeader().setLeaderId(random.nextInt()).setLeaderEpoch(random.nextInt());
    }
    if (version >= 12 && random.nextBoolean()) {
      data.snapshotId().setEndOffset(random.nextLong()).setEpoch(random.nextInt());
    }
    return data;
  }

  private static @Nullable MemoryRecords records(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 -> MemoryRecords.EMPTY;
      default ->
          MemoryRecords.withRecords(
              Compression.NONE,
              new SimpleRecord(random.nextLong(1_000_000), new byte[random.nextInt(100)]),
              new SimpleRecord(5, "value".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    };
  }

  private static List<String> told(FetchReply ours) {
    List<String> lines = new ArrayList<>();
    lines.add(ours.throttleMillis() + " " + ours.error() + " " + ours.sessionId());
    for (FetchedPartition one : ours.partitions()) {
      FetchedBatches batches = (FetchedBatches) one.batches();
      lines.add(
          String.join(
              " ",
              one.topicPartition().toString(),
              one.error().toString(),
              one.highWatermark() + "/" + one.lastStableOffset() + "/" + one.logStartOffset(),
              one.divergingEpoch() + "/" + one.divergingEndOffset(),
              one.leaderHintId() + "/" + one.leaderHintEpoch(),
              "" + one.preferredReadReplica(),
              batches == null ? "no records" : "records up to " + batches.nextOffset(),
              "" + one.fault()));
    }
    ours.endpoints().forEach(one -> lines.add(one.id() + "=" + one.host() + ":" + one.port()));
    return lines;
  }

  private static List<String> told(FetchResponseData theirs, FetchSession session, int version) {
    List<String> lines = new ArrayList<>();
    lines.add(
        theirs.throttleTimeMs()
            + " "
            + ErrorCodes.of(theirs.errorCode())
            + " "
            + theirs.sessionId());
    for (FetchResponseData.FetchableTopicResponse topic : theirs.responses()) {
      String name =
          version >= 13 ? "topic" + (topic.topicId().getLeastSignificantBits() - 1) : topic.topic();
      for (FetchResponseData.PartitionData one : topic.partitions()) {
        TopicPartition key = new TopicPartition(name, one.partitionIndex());
        if (session.wanted(key) != null) {
          lines.add(told(key, one));
        }
      }
    }
    theirs
        .nodeEndpoints()
        .forEach(one -> lines.add(one.nodeId() + "=" + one.host() + ":" + one.port()));
    return lines;
  }

  private static String told(TopicPartition key, FetchResponseData.PartitionData one) {
    ErrorCode error = ErrorCodes.of(one.errorCode());
    boolean empty = one.records() == null || one.records().sizeInBytes() == 0;
    return String.join(
        " ",
        key.toString(),
        error.toString(),
        one.highWatermark() + "/" + one.lastStableOffset() + "/" + one.logStartOffset(),
        one.divergingEpoch().epoch() + "/" + one.divergingEpoch().endOffset(),
        one.currentLeader().leaderId() + "/" + one.currentLeader().leaderEpoch(),
        "" + one.preferredReadReplica(),
        empty ? "no records" : "records up to 2",
        "null");
  }

  private static byte[] bytes(FetchResponseData reply, int version) {
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ByteBuffer buffer = ByteBuffer.allocate(reply.size(cache, (short) version));
    reply.write(new ByteBufferAccessor(buffer), cache, (short) version);
    return buffer.array();
  }

  private static Frame frame(FramePool pool, byte[] bytes) {
    Frame frame = pool.take(bytes.length);
    System.arraycopy(bytes, 0, frame.array(), 0, bytes.length);
    return frame;
  }

  private static Uuid uuid(TopicId id) {
    return new Uuid(id.high(), id.low());
  }
}
