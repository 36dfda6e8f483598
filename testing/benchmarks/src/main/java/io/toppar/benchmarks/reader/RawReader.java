package io.toppar.benchmarks.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

/**
 * The limit: asks for records, takes the bytes off the socket and hops from batch header to batch
 * header to know where to go on. It decodes no record and verifies no checksum.
 */
final class RawReader implements Reader {

  /** The last version that names topics by name, so that no topic id need be asked for. */
  private static final short VERSION = 12;

  private static final byte READ_COMMITTED = 1;
  private static final int WITHOUT_SESSION = -1;

  private static final int LENGTH_AT = 8;
  private static final int LAST_OFFSET_DELTA_AT = 23;
  private static final int RECORD_COUNT_AT = 57;
  private static final int PREFIX_BYTES = 12;

  private final Source source;
  private final RawConnection connection;
  private final long[] nextOffsets;
  private int correlation;

  RawReader(Source source) throws IOException {
    this.source = source;
    this.connection = new RawConnection(source.server());
    this.nextOffsets = new long[source.partitions()];
  }

  @Override
  public void rewind() {
    source.numbers().forEach(p -> nextOffsets[p] = 0);
  }

  @Override
  public int poll() {
    try {
      ByteBuffer reply = connection.ask(request());
      ResponseHeader.parse(reply, ApiKeys.FETCH.responseHeaderVersion(VERSION));
      return take(new FetchResponseData(new ByteBufferAccessor(reply), VERSION));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read from " + source.server(), e);
    }
  }

  private ByteBuffer request() {
    List<FetchPartition> partitions = new ArrayList<>(nextOffsets.length);
    for (int p = 0; p < nextOffsets.length; p++) {
      partitions.add(
          new FetchPartition()
              .setPartition(p)
              .setFetchOffset(nextOffsets[p])
              .setPartitionMaxBytes(Settings.MAX_PARTITION_FETCH_BYTES));
    }
    FetchRequestData data =
        new FetchRequestData()
            .setMaxWaitMs(Settings.FETCH_MAX_WAIT_MS)
            .setMinBytes(Settings.FETCH_MIN_BYTES)
            .setMaxBytes(Settings.FETCH_MAX_BYTES)
            .setIsolationLevel(READ_COMMITTED)
            .setSessionEpoch(WITHOUT_SESSION)
            .setTopics(
                List.of(new FetchTopic().setTopic(source.topic()).setPartitions(partitions)));
    return new FetchRequest(data, VERSION)
        .serializeWithHeader(new RequestHeader(ApiKeys.FETCH, VERSION, "raw", ++correlation));
  }

  private int take(FetchResponseData reply) {
    requireNone(reply.errorCode());
    int records = 0;
    for (FetchableTopicResponse topic : reply.responses()) {
      for (PartitionData partition : topic.partitions()) {
        requireNone(partition.errorCode());
        if (partition.records() instanceof MemoryRecords memory) {
          records += hop(partition.partitionIndex(), memory.buffer());
        }
      }
    }
    return records;
  }

  /** From header to header; a batch cut off at the end is asked for again. */
  private int hop(int partition, ByteBuffer batches) {
    int records = 0;
    int at = batches.position();
    while (at + PREFIX_BYTES <= batches.limit()) {
      int end = at + PREFIX_BYTES + batches.getInt(at + LENGTH_AT);
      if (end > batches.limit()) {
        break;
      }
      nextOffsets[partition] = batches.getLong(at) + batches.getInt(at + LAST_OFFSET_DELTA_AT) + 1;
      records += batches.getInt(at + RECORD_COUNT_AT);
      at = end;
    }
    return records;
  }

  private static void requireNone(short code) {
    if (code != Errors.NONE.code()) {
      throw new IllegalStateException("the broker answers " + Errors.forCode(code));
    }
  }

  /** Nothing is decoded. */
  @Override
  public long valueBytes() {
    return 0;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the connection", e);
    }
  }
}
