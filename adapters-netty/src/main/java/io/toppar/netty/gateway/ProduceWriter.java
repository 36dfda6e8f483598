package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.toppar.domain.TopicId;
import io.toppar.netty.protocol.WireWrites;
import io.toppar.netty.records.WrittenBatch;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes one Produce request, versions 7 to 13, by hand: everything but the records, which are put
 * in where they belong when all of it goes to the socket. Confined to the event loop.
 */
final class ProduceWriter {

  private static final int FLEXIBLE = 9;

  /** From here on topics go by their ids alone. */
  private static final int BY_ID = 13;

  private final ByteBuf out;
  private final boolean flexible;
  private final boolean byId;

  /** Where records belong, in the order of {@link #lent}. */
  private final List<Integer> cuts = new ArrayList<>();

  private final List<WrittenBatch> lent = new ArrayList<>();

  /** Bytes of all records, which with the rest must not pass what an int can say. */
  private int recordBytes;

  ProduceWriter(ByteBuf out, short version) {
    this.out = out;
    this.flexible = version >= FLEXIBLE;
    this.byId = version >= BY_ID;
  }

  /** Whether a version names topics by their ids. */
  static boolean byId(short version) {
    return version >= BY_ID;
  }

  /** The newest version that can carry these parts. */
  static int highestVersion(List<BrokerRequest.ProducePart> parts, int newest) {
    boolean idsKnown = parts.stream().noneMatch(part -> part.topicId().equals(TopicId.ZERO));
    return idsKnown ? newest : Math.min(newest, BY_ID - 1);
  }

  /** Appends the body, without the records. */
  void write(BrokerRequest.Produce request) {
    WireWrites.writeNullableString(out, flexible, null, "ProduceRequest.transactionalId");
    out.writeShort(request.acks());
    out.writeInt(request.timeoutMillis());
    Map<Object, List<BrokerRequest.ProducePart>> topics = byTopic(request.parts());
    count(topics.size());
    for (List<BrokerRequest.ProducePart> topic : topics.values()) {
      topic(topic.get(0));
      count(topic.size());
      topic.forEach(this::partition);
      tags();
    }
    tags();
  }

  /**
   * All that goes to the socket: what was written, which is taken over, and the records between.
   * They are the socket's until the batches are {@linkplain WrittenBatch#takeBack taken back}.
   */
  ByteBuf gathered() {
    CompositeByteBuf whole = out.alloc().compositeDirectBuffer(Integer.MAX_VALUE);
    int from = 0;
    for (int i = 0; i < lent.size(); i++) {
      int to = cuts.get(i);
      whole.addComponent(true, out.retainedSlice(from, to - from));
      lent.get(i).addTo(whole);
      from = to;
    }
    whole.addComponent(true, out.retainedSlice(from, out.writerIndex() - from));
    out.release();
    return whole;
  }

  /** Nothing of it will be sent, or all of it was. */
  void takeBack() {
    lent.forEach(WrittenBatch::takeBack);
  }

  private Map<Object, List<BrokerRequest.ProducePart>> byTopic(
      List<BrokerRequest.ProducePart> parts) {
    Map<Object, List<BrokerRequest.ProducePart>> topics = new LinkedHashMap<>();
    for (BrokerRequest.ProducePart part : parts) {
      Object topic = byId ? part.topicId() : part.topicPartition().topic();
      topics.computeIfAbsent(topic, first -> new ArrayList<>(2)).add(part);
    }
    return topics;
  }

  private void topic(BrokerRequest.ProducePart any) {
    if (byId) {
      out.writeLong(any.topicId().high());
      out.writeLong(any.topicId().low());
    } else {
      WireWrites.writeString(
          out, flexible, any.topicPartition().topic(), "ProduceRequest.topicData.name");
    }
  }

  private void partition(BrokerRequest.ProducePart part) {
    WrittenBatch batch = (WrittenBatch) part.batch();
    out.writeInt(part.topicPartition().partition());
    count(batch.sizeBytes());
    batch.writeHeader(out, part.producerId(), part.producerEpoch(), part.baseSequence());
    cuts.add(out.writerIndex());
    batch.lend();
    lent.add(batch);
    recordBytes = Math.addExact(recordBytes, batch.sizeBytes());
    tags();
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
}
