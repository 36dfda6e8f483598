package io.toppar.netty.gateway;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.records.AbortedTransactions;
import io.toppar.netty.records.BatchWalker;
import io.toppar.netty.records.WalkedRecords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The walk over one Fetch reply, versions 10 to 18, by hand: from the frame straight to the
 * domain's partitions, no object in between.
 *
 * <p>What the broker tells of partitions nobody wants is stepped over. If the walk fails half way,
 * what it made of the frame is released.
 */
final class FetchReply {

  private static final int PREFERRED_REPLICA = 11;
  private static final int FLEXIBLE = 12;
  private static final int BY_ID = 13;
  private static final int NODE_ENDPOINTS = 16;

  /** The fewest bytes of a partition at any version: what bounds a count before it is believed. */
  private static final int LEAST_PARTITION = 30;

  private static final int LEAST_TOPIC = 4;

  private final ReplyBytes in;
  private final Frame frame;
  private final short version;
  private final boolean flexible;
  private final FetchSession session;
  private final IsolationLevel isolation;
  private final BatchWalker walker;
  private final List<FetchedPartition> partitions = new ArrayList<>();
  private final List<BrokerEndpoint> endpoints = new ArrayList<>(0);
  private int throttleMillis;
  private int sessionId;
  private ErrorCode error = ErrorCode.NONE;

  // The tagged fields of the partition being read.
  private int divergingEpoch;
  private long divergingEndOffset;
  private int hintId;
  private int hintEpoch;

  FetchReply(
      Frame frame,
      int start,
      short version,
      FetchSession session,
      IsolationLevel isolation,
      BatchWalker walker) {
    this.in = new ReplyBytes(frame.array(), start, frame.length());
    this.frame = frame;
    this.version = version;
    this.flexible = version >= FLEXIBLE;
    this.session = session;
    this.isolation = isolation;
    this.walker = walker;
  }

  /** Walks it; afterwards the readings below are there. */
  void read() {
    try {
      throttleMillis = in.int32();
      error = ErrorCodes.of(in.int16());
      sessionId = in.int32();
      for (int left = in.count(flexible, LEAST_TOPIC); left > 0; left--) {
        readTopic();
      }
      if (flexible) {
        readTags();
      }
    } catch (RuntimeException broken) {
      release();
      throw broken;
    }
  }

  int throttleMillis() {
    return throttleMillis;
  }

  ErrorCode error() {
    return error;
  }

  int sessionId() {
    return sessionId;
  }

  List<FetchedPartition> partitions() {
    return partitions;
  }

  List<BrokerEndpoint> endpoints() {
    return endpoints;
  }

  /** Gives back what the partitions hold. */
  void release() {
    for (FetchedPartition partition : partitions) {
      BatchHandle batches = partition.batches();
      if (batches != null) {
        batches.release();
      }
    }
    partitions.clear();
  }

  private void readTopic() {
    String topic = version >= BY_ID ? topicById() : in.string(flexible);
    for (int left = in.count(flexible, LEAST_PARTITION); left > 0; left--) {
      readPartition(topic);
    }
    if (flexible) {
      in.skipTags();
    }
  }

  private @Nullable String topicById() {
    TopicId id = new TopicId(in.int64(), in.int64());
    return session.topicName(id);
  }

  private void readPartition(@Nullable String topic) {
    int index = in.int32();
    ErrorCode partitionError = ErrorCodes.of(in.int16());
    long highWatermark = in.int64();
    long lastStableOffset = in.int64();
    long logStartOffset = in.int64();
    AbortedTransactions aborted = aborted();
    int preferred = version >= PREFERRED_REPLICA ? in.int32() : -1;
    int length = Math.max(0, in.length(flexible));
    int start = in.position();
    in.skip(length);
    readPartitionTags();
    FetchPartition wanted = wanted(topic, index);
    if (wanted == null) {
      return;
    }
    WalkedRecords walked =
        walker.walk(
            wanted.topicPartition(),
            frame,
            start,
            length,
            wanted.fetchOffset(),
            isolation,
            aborted);
    if (length > 0) {
      session.served(wanted.topicPartition());
    }
    partitions.add(
        new FetchedPartition(
            wanted.topicPartition(),
            partitionError,
            highWatermark,
            lastStableOffset,
            logStartOffset,
            divergingEpoch,
            divergingEndOffset,
            hintId,
            hintEpoch,
            preferred,
            walked.batches(),
            walked.fault()));
  }

  private @Nullable FetchPartition wanted(@Nullable String topic, int index) {
    return topic == null || topic.isEmpty() || index < 0
        ? null
        : session.wanted(new TopicPartition(topic, index));
  }

  private AbortedTransactions aborted() {
    int count = in.count(flexible, 2 * Long.BYTES);
    if (count <= 0) {
      return AbortedTransactions.NONE;
    }
    long[] producers = new long[count];
    long[] offsets = new long[count];
    for (int i = 0; i < count; i++) {
      producers[i] = in.int64();
      offsets[i] = in.int64();
      if (flexible) {
        in.skipTags();
      }
    }
    return AbortedTransactions.of(producers, offsets);
  }

  private void readPartitionTags() {
    divergingEpoch = -1;
    divergingEndOffset = -1;
    hintId = -1;
    hintEpoch = -1;
    if (!flexible) {
      return;
    }
    for (int left = in.unsignedVarint(); left > 0; left--) {
      int tag = in.unsignedVarint();
      int size = in.unsignedVarint();
      int from = in.position();
      switch (tag) {
        case 0 -> {
          divergingEpoch = in.int32();
          divergingEndOffset = in.int64();
          in.skipTags();
        }
        case 1 -> {
          hintId = in.int32();
          hintEpoch = in.int32();
          in.skipTags();
        }
        default -> in.skip(size);
      }
      requireConsumed(from, size);
    }
  }

  private void readTags() {
    for (int left = in.unsignedVarint(); left > 0; left--) {
      int tag = in.unsignedVarint();
      int size = in.unsignedVarint();
      int from = in.position();
      if (tag == 0 && version >= NODE_ENDPOINTS) {
        readEndpoints();
      } else {
        in.skip(size);
      }
      requireConsumed(from, size);
    }
  }

  private void readEndpoints() {
    for (int left = in.count(true, Integer.BYTES); left > 0; left--) {
      int id = in.int32();
      String host = in.string(true);
      int port = in.int32();
      in.skipNullableString();
      in.skipTags();
      endpoints.add(new BrokerEndpoint(id, host, port, null));
    }
  }

  private void requireConsumed(int from, int size) {
    if (in.position() - from != size) {
      throw in.broken("a tagged field of " + size + " bytes took " + (in.position() - from));
    }
  }
}
