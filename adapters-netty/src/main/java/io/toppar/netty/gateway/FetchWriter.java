package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.netty.protocol.WireWrites;
import io.toppar.ports.BrokerRequest;
import java.util.List;

/**
 * A Fetch request's bytes, versions 10 to 18, written by hand: it is sent for every reply, and
 * needs no object per partition.
 */
final class FetchWriter {

  private static final int RACK = 11;
  private static final int FLEXIBLE = 12;
  private static final int BY_ID = 13;
  private static final int NO_REPLICA_ID = 15;
  private static final int CONSUMER = -1;

  private final ByteBuf out;
  private final boolean flexible;
  private final boolean byId;
  private final short version;

  private FetchWriter(ByteBuf out, short version) {
    this.out = out;
    this.version = version;
    this.flexible = version >= FLEXIBLE;
    this.byId = version >= BY_ID;
  }

  /** Whether a version names topics by their ids. */
  static boolean byId(short version) {
    return version >= BY_ID;
  }

  /** Appends the next request of a session. */
  static void write(ByteBuf out, short version, BrokerRequest.Fetch request, FetchSession session) {
    FetchWriter writer = new FetchWriter(out, version);
    writer.head(
        request.maxWaitMillis(), request.minBytes(), request.maxBytes(), request.isolationLevel());
    out.writeInt(session.id());
    out.writeInt(session.epoch());
    writer.listed(session.listed());
    writer.forgotten(session.forgotten());
    writer.tail(request.rackId());
  }

  /** Appends the request that ends a session. */
  static void writeFinal(ByteBuf out, short version, int sessionId) {
    FetchWriter writer = new FetchWriter(out, version);
    writer.head(0, 0, 0, IsolationLevel.READ_UNCOMMITTED);
    out.writeInt(sessionId);
    out.writeInt(FetchSession.FINAL_EPOCH);
    writer.listed(List.of());
    writer.forgotten(List.of());
    writer.tail("");
  }

  private void head(int maxWaitMillis, int minBytes, int maxBytes, IsolationLevel isolation) {
    if (version < NO_REPLICA_ID) {
      out.writeInt(CONSUMER);
    }
    out.writeInt(maxWaitMillis);
    out.writeInt(minBytes);
    out.writeInt(maxBytes);
    out.writeByte(isolation == IsolationLevel.READ_COMMITTED ? 1 : 0);
  }

  private void listed(List<FetchPartition> partitions) {
    count(runs(partitions));
    for (int from = 0; from < partitions.size(); ) {
      int to = endOfRun(partitions, from);
      topic(partitions.get(from));
      count(to - from);
      for (int i = from; i < to; i++) {
        partition(partitions.get(i));
      }
      tags();
      from = to;
    }
  }

  private void partition(FetchPartition one) {
    out.writeInt(one.topicPartition().partition());
    out.writeInt(one.currentLeaderEpoch());
    out.writeLong(one.fetchOffset());
    if (version >= FLEXIBLE) {
      out.writeInt(one.lastFetchedEpoch());
    }
    out.writeLong(one.logStartOffset());
    out.writeInt(one.maxBytes());
    tags();
  }

  private void forgotten(List<FetchPartition> partitions) {
    count(runs(partitions));
    for (int from = 0; from < partitions.size(); ) {
      int to = endOfRun(partitions, from);
      topic(partitions.get(from));
      count(to - from);
      for (int i = from; i < to; i++) {
        out.writeInt(partitions.get(i).topicPartition().partition());
      }
      tags();
      from = to;
    }
  }

  private void tail(String rackId) {
    if (version >= RACK) {
      WireWrites.writeString(out, flexible, rackId, "FetchRequest.rackId");
    }
    tags();
  }

  private void topic(FetchPartition first) {
    if (byId) {
      TopicId id = first.topicId();
      out.writeLong(id.high());
      out.writeLong(id.low());
    } else {
      WireWrites.writeString(
          out, flexible, first.topicPartition().topic(), "FetchRequest.topics.topic");
    }
  }

  private void count(int elements) {
    if (flexible) {
      WireWrites.writeUnsignedVarint(out, elements + 1);
    } else {
      out.writeInt(elements);
    }
  }

  private void tags() {
    if (flexible) {
      out.writeByte(0);
    }
  }

  private static int runs(List<FetchPartition> partitions) {
    int runs = 0;
    for (int from = 0; from < partitions.size(); from = endOfRun(partitions, from)) {
      runs++;
    }
    return runs;
  }

  /** Partitions of one topic that stand side by side are listed under one name. */
  private static int endOfRun(List<FetchPartition> partitions, int from) {
    FetchPartition first = partitions.get(from);
    String topic = first.topicPartition().topic();
    int to = from + 1;
    while (to < partitions.size()
        && partitions.get(to).topicPartition().topic().equals(topic)
        && partitions.get(to).topicId().equals(first.topicId())) {
      to++;
    }
    return to;
  }
}
