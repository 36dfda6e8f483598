package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.toppar.app.engine.Deliveries;
import io.toppar.app.rig.ArrayBatches;
import io.toppar.app.rig.TestClient;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
class HeldRecordTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);
  private static final int MANY = 10_000;
  private static final int OBJECT_BYTES = 64;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final ManualClock clock = new ManualClock();
  private final TestClient client = TestClient.over(new MemoryCluster(clock, 1), clock);

  private HeldBatch held(ArrayBatches batches) {
    return new HeldBatch(client.engine, Deliveries.of(batches), true);
  }

  private static long number(Slice slice) {
    return ByteBuffer.wrap(slice.array()).getLong(slice.arrayOffset());
  }

  private static void assertIntact(List<Record> records) {
    for (int i = 0; i < records.size(); i++) {
      Record record = records.get(i);
      assertThat(record.offset()).isEqualTo(i);
      assertThat(record.timestamp()).isEqualTo(1_000 + i);
      assertThat(record.leaderEpoch()).isEqualTo(i < records.size() / 2 ? 1 : 2);
      assertThat(record.key()).isNull();
      assertThat(number(record.value())).isEqualTo(i);
      assertThat(record.headerCount()).isEqualTo(1);
      assertThat(record.headerKey(0).utf8()).isEqualTo("h");
      assertThat(number(record.headerValue(0))).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @CsvSource({"100,true", "100,false", "3000,true", "3000,false", "20000,false"})
  void recordsStayWhatTheyAreWhileOthersAreRead(int valueBytes, boolean keeps) {
    List<Record> records = new ArrayList<>();
    HeldBatch batch = held(new ArrayBatches(T0, 500, valueBytes, 1, keeps));
    batch.forEach(records::add);
    assertThat(records).hasSize(500);
    assertIntact(records);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesOutliveTheBatchAndRecordsDoNot(boolean keeps) {
    List<Record> records = new ArrayList<>();
    List<Record> copies = new ArrayList<>();
    HeldBatch batch = held(new ArrayBatches(T0, 50, 100, 1, keeps));
    batch.forEach(
        record -> {
          records.add(record);
          copies.add(record.copy());
        });
    batch.close();
    client.settle();

    for (Record record : records) {
      assertThatThrownBy(record::value).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> record.headerValue(0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(record::copy).isInstanceOf(IllegalStateException.class);
    }
    assertIntact(copies);
    assertThat(copies.get(0).copy()).isSameAs(copies.get(0));
    assertThat(copies.get(0).value().array()).hasSize(109);
  }

  @Test
  void aRecordWhoseBytesAreKeptPointsAtThem() {
    HeldBatch batch = held(new ArrayBatches(T0, 2, 100, 0, true));
    List<Record> records = new ArrayList<>();
    batch.forEach(records::add);
    assertThat(records.get(0).value().array()).isSameAs(records.get(1).value().array());
  }

  @ParameterizedTest
  @CsvSource({"true,0", "false,100"})
  void aRecordCostsOneSmallObjectBesideThePayload(boolean keeps, int copiedBytes) {
    HeldBatch batch = held(new ArrayBatches(T0, MANY, 100, 0, keeps));
    assertThat(sumOf(batch)).isPositive();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    sumOf(batch);
    long perRecord = (THREADS.getCurrentThreadAllocatedBytes() - before) / MANY;
    assertThat(perRecord).as("bytes per record").isBetween(1L, (long) OBJECT_BYTES + copiedBytes);
  }

  /** Touches no slice: what the compiler makes of those is its own affair. */
  private static long sumOf(HeldBatch batch) {
    long sum = 0;
    for (Record record : batch) {
      sum += record.offset() + record.timestamp() + record.headerCount();
    }
    return sum;
  }
}
