package io.toppar.netty.records;

import static io.toppar.domain.IsolationLevel.READ_COMMITTED;
import static io.toppar.domain.IsolationLevel.READ_UNCOMMITTED;
import static io.toppar.netty.records.Fixtures.F03_ABORT;
import static io.toppar.netty.records.Fixtures.F03_COMMIT;
import static io.toppar.netty.records.Fixtures.F03_DATA;
import static io.toppar.netty.records.Fixtures.flipped;
import static io.toppar.netty.records.Fixtures.join;
import static io.toppar.netty.records.Fixtures.sealed;
import static io.toppar.netty.records.KafkaBatches.batch;
import static io.toppar.netty.records.KafkaBatches.marker;
import static io.toppar.netty.records.KafkaBatches.transactional;
import static org.apache.kafka.common.record.internal.ControlRecordType.ABORT;
import static org.apache.kafka.common.record.internal.ControlRecordType.COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchFault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionsTest {

  private static final AbortedTransactions FROM_28 = aborted(1000, 28);

  @Test
  @DisplayName("B094: aborted and control batches deliver nothing and move the position")
  void abortedDataMovesThePosition() {
    Reading reading = Reading.of(join(F03_DATA, F03_ABORT), 28, READ_COMMITTED, FROM_28);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.next()).isEqualTo(31);
    assertThat(reading.walkFault()).isNull();
  }

  @Test
  void uncommittedReadersSeeAbortedData() {
    Reading reading = Reading.of(join(F03_DATA, F03_ABORT), 28, READ_UNCOMMITTED, FROM_28);
    assertThat(reading.offsets()).containsExactly(28L, 29L);
    assertThat(reading.next()).isEqualTo(31);
  }

  @Test
  @DisplayName("B096: a commit marker at the end of the log is stepped over")
  void markerAtTheEndIsSteppedOver() {
    byte[] data = batch(Compression.NONE, 0, "0", "1", "2", "3", "4", "5", "6", "7", "8");
    Reading reading =
        Reading.of(join(data, marker(COMMIT, 1, 9)), 0, READ_COMMITTED, AbortedTransactions.NONE);
    assertThat(reading.offsets()).hasSize(9);
    assertThat(reading.next()).isEqualTo(10);
    Reading onlyTheMarker = Reading.of(F03_COMMIT, 31);
    assertThat(onlyTheMarker.records()).isEmpty();
    assertThat(onlyTheMarker.next()).isEqualTo(32);
  }

  @Test
  @DisplayName("B099: compressed batches are hidden like others")
  void compressedBatchesAreHidden() {
    byte[] data = transactional(Compression.gzip().build(), 1000, 28, "a", "b");
    byte[] reply = join(data, F03_ABORT);
    assertThat(Reading.of(reply, 28, READ_COMMITTED, FROM_28).records()).isEmpty();
    assertThat(Reading.of(reply, 28, READ_UNCOMMITTED, FROM_28).values()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("B101: a commit marker does not end the filter, an abort marker does")
  void commitMarkersDoNotEndTheFilter() {
    byte[] reply =
        join(
            transactional(Compression.NONE, 1, 1, "1"),
            marker(COMMIT, 1, 2),
            transactional(Compression.NONE, 1, 3, "3"),
            marker(ABORT, 1, 4),
            transactional(Compression.NONE, 1, 5, "5"),
            marker(COMMIT, 1, 6));
    Reading reading = Reading.of(reply, 1, READ_COMMITTED, aborted(1, 3));
    assertThat(reading.offsets()).containsExactly(1L, 5L);
    assertThat(reading.next()).isEqualTo(7);
  }

  @Test
  void otherProducersAndPlainBatchesAreNotHidden() {
    byte[] reply =
        join(
            transactional(Compression.NONE, 1, 0, "aborted"),
            transactional(Compression.NONE, 2, 1, "other"),
            batch(Compression.NONE, 2, "plain"),
            marker(ABORT, 1, 3));
    assertThat(Reading.of(reply, 0, READ_COMMITTED, aborted(1, 0)).values())
        .containsExactly("other", "plain");
  }

  @Test
  void damagedMarkerIsToldAtOnce() {
    byte[] damaged = flipped(F03_ABORT, F03_ABORT.length - 9, 0x01);
    Reading reading = Reading.of(join(F03_DATA, damaged), 28, READ_COMMITTED, FROM_28);
    assertThat(reading.next()).isEqualTo(30);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.CHECKSUM, 30L, 30L);
  }

  @Test
  void damagedDataDoesNotPassForAborted() {
    byte[] damaged = flipped(F03_DATA, F03_DATA.length - 2, 0x01);
    Reading reading = Reading.of(join(damaged, F03_ABORT), 28, READ_COMMITTED, FROM_28);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.CHECKSUM, 28L, 29L);
  }

  @Test
  void markerWithoutATypeIsMalformed() {
    byte[] marker = F03_ABORT.clone();
    marker[65] = 0x06; // a key of three bytes
    assertThat(Reading.of(sealed(marker), 30, READ_COMMITTED, FROM_28).walkFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.MALFORMED);
  }

  /** Against a model that knows each transaction's end beforehand; the list comes unsorted. */
  @Test
  void deliveredIsWhatWasNotAborted() {
    for (long seed = 0; seed < 500; seed++) {
      History history = new History(new Random(seed));
      byte[] reply = Fixtures.join(history.batches.toArray(byte[][]::new));
      Reading committed = Reading.of(reply, 0, READ_COMMITTED, history.aborted());
      assertThat(committed.offsets()).as("seed %d", seed).isEqualTo(history.committed);
      Reading all = Reading.of(reply, 0, READ_UNCOMMITTED, history.aborted());
      assertThat(all.offsets()).as("seed %d", seed).isEqualTo(history.data);
      assertThat(all.next()).as("seed %d", seed).isEqualTo(history.offset);
    }
  }

  private static AbortedTransactions aborted(long producerId, long firstOffset) {
    return AbortedTransactions.of(new long[] {producerId}, new long[] {firstOffset});
  }

  /** Three producers and plain batches at random; all transactions end. */
  private static final class History {

    final List<byte[]> batches = new ArrayList<>();
    final List<Long> committed = new ArrayList<>();
    final List<Long> data = new ArrayList<>();
    final List<long[]> abortedTransactions = new ArrayList<>();
    final Random random;
    final long[] firstOffsets = {-1, -1, -1};
    final boolean[] aborts = new boolean[3];
    long offset;

    History(Random random) {
      this.random = random;
      for (int i = 0; i < 30; i++) {
        step(random.nextInt(4));
      }
      for (int producer = 0; producer < firstOffsets.length; producer++) {
        end(producer);
      }
    }

    private void step(int producer) {
      if (producer == firstOffsets.length) {
        add(batch(Compression.NONE, offset, "plain"), true);
      } else if (random.nextInt(3) == 0) {
        end(producer);
      } else {
        if (firstOffsets[producer] < 0) {
          firstOffsets[producer] = offset;
          aborts[producer] = random.nextBoolean();
        }
        add(transactional(Compression.NONE, producer, offset, "tx"), !aborts[producer]);
      }
    }

    private void add(byte[] batch, boolean visible) {
      batches.add(batch);
      data.add(offset);
      if (visible) {
        committed.add(offset);
      }
      offset++;
    }

    private void end(int producer) {
      if (firstOffsets[producer] >= 0) {
        batches.add(marker(aborts[producer] ? ABORT : COMMIT, producer, offset++));
        if (aborts[producer]) {
          abortedTransactions.add(new long[] {producer, firstOffsets[producer]});
        }
        firstOffsets[producer] = -1;
      }
    }

    AbortedTransactions aborted() {
      Collections.shuffle(abortedTransactions, random);
      return AbortedTransactions.of(
          abortedTransactions.stream().mapToLong(t -> t[0]).toArray(),
          abortedTransactions.stream().mapToLong(t -> t[1]).toArray());
    }
  }
}
