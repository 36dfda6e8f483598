package io.toppar.netty.records;

import static io.toppar.netty.records.Fixtures.F01;
import static io.toppar.netty.records.Fixtures.F02;
import static io.toppar.netty.records.Fixtures.F03_COMMIT;
import static io.toppar.netty.records.Fixtures.F04;
import static io.toppar.netty.records.Fixtures.F06;
import static io.toppar.netty.records.Fixtures.at;
import static io.toppar.netty.records.Fixtures.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.IsolationLevel;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

class FetchedRecordsTest {

  private static final byte[] WITH_A_MARKER_INSIDE = join(F01, at(31, F03_COMMIT), F04);

  private final HeapFrame frame = new HeapFrame(WITH_A_MARKER_INSIDE.clone());

  @Test
  void readingsTellWhatCanBeDelivered() {
    FetchedRecords batches = walk(frame, 11);
    assertThat(batches.baseOffset()).isEqualTo(11);
    assertThat(batches.nextOffset()).isEqualTo(50);
    assertThat(batches.leaderEpoch()).isEqualTo(3);
    assertThat(batches.recordCount()).isEqualTo(4);
    assertThat(batches.sizeBytes()).isEqualTo(F01.length + F04.length);
    assertThat(batches.topicPartition()).isEqualTo(Reading.T0);
    assertThat(batches.frame()).isSameAs(frame);
    assertThat(batches.sharesFrame()).isTrue();
  }

  @Test
  void frameIsHeldUntilTheRelease() {
    FetchedRecords batches = walk(frame, 10);
    assertThat(frame.references()).isEqualTo(2);
    batches.release();
    assertThat(frame.references()).isEqualTo(1);
  }

  @Test
  void secondReleaseThrows() {
    FetchedRecords batches = walk(frame, 10);
    batches.release();
    assertThatThrownBy(batches::release)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("t[0]");
    assertThat(frame.references()).isEqualTo(1);
    assertThatThrownBy(batches::records).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(batches::detach).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void detachedBatchesOutliveTheFrame() {
    FetchedRecords batches = walk(frame, 10);
    List<Seen> before = read(batches);
    batches.detach();
    batches.detach();
    assertThat(frame.references()).isEqualTo(1);
    assertThat(batches.sharesFrame()).isFalse();
    frame.release();
    assertThat(read(batches)).isEqualTo(before).hasSize(5);
    batches.release();
    assertThatThrownBy(batches::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rangeWithoutRecordsHoldsNoFrame() {
    HeapFrame emptied = new HeapFrame(F02);
    FetchedRecords batches = walk(emptied, 20);
    assertThat(emptied.references()).isEqualTo(1);
    assertThat(batches.sharesFrame()).isFalse();
    assertThat(batches.recordCount()).isZero();
    assertThat(batches.sizeBytes()).isZero();
    assertThat(read(batches)).isEmpty();
    batches.detach();
    batches.release();
    assertThat(emptied.references()).isEqualTo(1);
  }

  @Test
  void noBytesAreNoNews() {
    WalkedRecords walked =
        new BatchWalker(RecordOptions.DEFAULT)
            .walk(
                Reading.T0,
                frame,
                0,
                0,
                7,
                IsolationLevel.READ_COMMITTED,
                AbortedTransactions.NONE);
    assertThat(walked.batches()).isNull();
    assertThat(walked.fault()).isNull();
  }

  @Test
  void faultIsThrownAgainAndTheFollowingBatchIsNotRead() {
    FetchedRecords batches = walk(new HeapFrame(join(F06, at(13, F04))), 10);
    try (RecordCursor cursor = batches.records()) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(cursor::next)
            .isInstanceOf(CorruptRecordsException.class)
            .hasMessageContaining("records 10..12 of t[0]");
      }
    }
  }

  @Test
  void nothingComesAfterTheEndOrTheClose() {
    FetchedRecords batches =
        walk(new HeapFrame(KafkaBatches.batch(Compression.zstd().build(), 0, "a", "b")), 0);
    RecordCursor closed = batches.records();
    assertThat(closed.next()).isTrue();
    closed.close();
    closed.close();
    assertThat(closed.next()).isFalse();
    RecordCursor ended = batches.records();
    assertThat(ended.next()).isTrue();
    assertThat(ended.next()).isTrue();
    assertThat(ended.next()).isFalse();
    assertThat(ended.next()).isFalse();
  }

  @Test
  void headersAreReadInAnyOrder() {
    RandomReplies random = new RandomReplies(1);
    int headersSeen = 0;
    for (byte[] batch : random.manyHeaders()) {
      List<Seen> expected = KafkaBatches.read(batch, 0);
      try (RecordCursor cursor = walk(new HeapFrame(batch), 0).records()) {
        for (int i = 0; cursor.next(); i++) {
          for (int h = cursor.headerCount() - 1; h >= 0; h--) {
            assertThat(cursor.headerKey(h).utf8())
                .isEqualTo(expected.get(i).headers().get(h).name());
            headersSeen++;
          }
          int count = cursor.headerCount();
          assertThatThrownBy(() -> cursor.headerKey(count))
              .isInstanceOf(IndexOutOfBoundsException.class);
        }
      }
    }
    assertThat(headersSeen).isPositive();
  }

  @Test
  void sizeIsThatOfKeyValueAndHeaders() {
    List<Integer> sizes = new ArrayList<>();
    try (RecordCursor cursor = walk(new HeapFrame(F01), 10).records()) {
      while (cursor.next()) {
        sizes.add(cursor.sizeBytes());
      }
    }
    assertThat(sizes).containsExactly(4, 1, 0);
  }

  private static FetchedRecords walk(HeapFrame frame, long fetchOffset) {
    return Objects.requireNonNull(
        new BatchWalker(RecordOptions.DEFAULT)
            .walk(
                Reading.T0,
                frame,
                0,
                frame.array().length,
                fetchOffset,
                IsolationLevel.READ_COMMITTED,
                AbortedTransactions.NONE)
            .batches());
  }

  private static List<Seen> read(FetchedRecords batches) {
    List<Seen> seen = new ArrayList<>();
    try (RecordCursor cursor = batches.records()) {
      while (cursor.next()) {
        seen.add(Reading.seen(cursor));
      }
    }
    return seen;
  }
}
