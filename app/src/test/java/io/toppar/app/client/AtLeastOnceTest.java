package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoreOutcome;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every record is finished at least once, whatever the application does and whenever it dies: the
 * stored offset never passes an unfinished one.
 */
@NullUnmarked
class AtLeastOnceTest {

  private static final int SEEDS = Integer.getInteger("toppar.at.least.once.seeds", 400);
  private static final int STEPS = 150;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final List<TopicPartition> NAMES =
      List.of(new TopicPartition("t", 0), new TopicPartition("t", 1), new TopicPartition("s", 0));

  @Test
  void noRecordIsSkippedOverBatchesPausesRewindsAndDeaths() {
    for (long seed = 0; seed < SEEDS; seed++) {
      new Run(seed).play();
    }
  }

  /** What was taken and is not all finished. */
  private static final class Piece {
    final RecordBatch batch;
    final @Nullable Acknowledgement acknowledgement;
    final List<Long> offsets = new ArrayList<>();

    Piece(RecordBatch batch, boolean acknowledges) {
      this.batch = batch;
      this.acknowledgement = acknowledges ? batch.acknowledgement() : null;
      batch.forEach(record -> offsets.add(record.offset()));
    }
  }

  /** One application, over all its deaths. */
  private static final class Run {
    private final long seed;
    private final SplittableRandom random;
    private final ManualClock clock = new ManualClock();
    private final MemoryCluster cluster = new MemoryCluster(clock, 2);
    private final Map<TopicPartition, BitSet> written = new HashMap<>();
    private final Map<TopicPartition, BitSet> finished = new HashMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private TestClient client;
    private int step;

    Run(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      cluster.createTopic("t", 2);
      cluster.createTopic("s", 1);
      for (TopicPartition name : NAMES) {
        written.put(name, new BitSet());
        finished.put(name, new BitSet());
      }
    }

    void play() {
      open(new MemoryOffsets());
      for (step = 0; step < STEPS; step++) {
        act();
        check();
      }
      end();
    }

    private void act() {
      switch (random.nextInt(16)) {
        case 0, 1 -> append(any());
        case 2, 3, 4 -> take();
        case 5, 6, 7, 8, 9 -> finishSome();
        case 10 -> giveBackUnfinished();
        case 11 -> client.pass(Duration.ofMillis(random.nextInt(1, 8_000)));
        case 12 -> commit();
        case 13 -> pauseOrResume(any());
        case 14 -> seekBack(any());
        default -> leaderMovesOrDies();
      }
    }

    private TopicPartition any() {
      return NAMES.get(random.nextInt(NAMES.size()));
    }

    private void append(TopicPartition name) {
      int count = random.nextInt(1, 9);
      List<MemoryRecord> records =
          IntStream.range(0, count).mapToObj(i -> MemoryRecord.of("r")).toList();
      int from = (int) cluster.highWatermark(name);
      if (random.nextInt(4) > 0) {
        cluster.append(name, records);
        written.get(name).set(from, from + count);
        return;
      }
      MemoryTransaction transaction = cluster.begin();
      transaction.append(name, records);
      if (random.nextBoolean()) {
        transaction.commit();
        written.get(name).set(from, from + count);
      } else {
        transaction.abort();
      }
    }

    private void take() {
      RecordBatch batch = poll(Duration.ofMillis(random.nextInt(20)));
      if (batch != null) {
        pieces.add(new Piece(batch, random.nextInt(3) > 0));
        if (random.nextBoolean() && pieces.get(pieces.size() - 1).acknowledgement != null) {
          batch.close();
        }
      }
    }

    /** Errors of commits are all there are. */
    private @Nullable RecordBatch poll(Duration timeout) {
      try {
        return client.consumer.poll(timeout);
      } catch (PartitionException e) {
        assertThat(e.code()).as(e.getMessage() + at()).isEqualTo(ErrorCode.LOCAL_FS);
        return null;
      }
    }

    private void finishSome() {
      if (pieces.isEmpty()) {
        return;
      }
      Piece piece = pieces.get(random.nextInt(pieces.size()));
      if (piece.acknowledgement == null || random.nextInt(6) == 0) {
        finish(piece);
      } else if (!piece.offsets.isEmpty()) {
        long offset = piece.offsets.remove(random.nextInt(piece.offsets.size()));
        finished.get(piece.batch.topicPartition()).set((int) offset);
        piece.acknowledgement.acknowledge(offset);
      }
    }

    private void finish(Piece piece) {
      BitSet done = finished.get(piece.batch.topicPartition());
      piece.offsets.forEach(offset -> done.set(offset.intValue()));
      if (piece.acknowledgement != null) {
        piece.acknowledgement.acknowledge();
      }
      piece.batch.close();
      pieces.remove(piece);
    }

    private void giveBackUnfinished() {
      for (Piece piece : pieces) {
        if (piece.acknowledgement != null && random.nextBoolean()) {
          piece.batch.close();
        }
      }
    }

    private void commit() {
      if (random.nextInt(3) == 0) {
        client.store.inject(
            new StoreFault.Fail(
                StoreFault.Operation.STORE, StoreOutcome.Reason.IO, "the disk is full"));
      }
      client.consumer.commit(SECOND);
    }

    private void pauseOrResume(TopicPartition name) {
      if (client.consumer.paused().contains(name)) {
        client.consumer.resume(List.of(name));
      } else {
        client.consumer.pause(List.of(name));
      }
    }

    private void seekBack(TopicPartition name) {
      long position = client.consumer.position(name).orElse(0);
      client.consumer.seek(name, random.nextLong(position + 1));
    }

    private void leaderMovesOrDies() {
      if (random.nextInt(3) > 0) {
        TopicPartition name = any();
        cluster.moveLeader(name, 3 - cluster.leader(name));
      } else {
        die();
      }
    }

    /** The process is gone, and with it all that was not committed; another one starts. */
    private void die() {
      pieces.clear();
      MemoryOffsets left = new MemoryOffsets();
      client.offsets.snapshot().forEach(left::put);
      open(left);
      client.pass(SECOND);
      for (TopicPartition name : NAMES) {
        assertThat(client.consumer.position(name).orElse(-1))
            .as("%s goes on where it was committed%s", name, at())
            .isEqualTo(Math.max(0, client.committed(name)));
      }
    }

    private void open(MemoryOffsets offsets) {
      TestSettings settings =
          new TestSettings()
              .seed(seed)
              .partitionFetchBytes(random.nextInt(1, 400))
              .queuedRecords(random.nextInt(1, 60))
              .unfinishedLimit(random.nextInt(1, 60));
      client = TestClient.over(cluster, clock, settings, offsets);
      client.consumer.assign(NAMES.stream().map(Assignment::stored).toList());
    }

    private void check() {
      for (TopicPartition name : NAMES) {
        check(name, "committed", client.committed(name));
        check(name, "stored", client.consumer.storedPosition(name).orElse(-1));
      }
    }

    private void check(TopicPartition name, String what, long position) {
      BitSet skipped = (BitSet) written.get(name).clone();
      skipped.andNot(finished.get(name));
      int first = skipped.nextSetBit(0);
      assertThat(first < 0 || position <= first)
          .as("%s of %s is %d, and %d is unfinished%s", what, name, position, first, at())
          .isTrue();
    }

    /**
     * Whatever is left is read and finished: nothing is lost, and nothing is held up for ever.
     * There is something to come in each partition: what was finished after a seek has stored
     * nothing.
     */
    private void end() {
      NAMES.forEach(this::append);
      client.store.clearFaults();
      client.consumer.resume(client.consumer.paused());
      for (int polls = 0; !isAtTheEnd(); polls++) {
        assertThat(polls).as("polls without an end%s", at()).isLessThan(1_000);
        RecordBatch batch = poll(SECOND);
        if (batch != null) {
          pieces.add(new Piece(batch, random.nextBoolean()));
        }
        List.copyOf(pieces).forEach(this::finish);
      }
      client.settle();
      check();
      client.consumer.close(SECOND);
      for (TopicPartition name : NAMES) {
        assertThat(finished.get(name)).as("%s%s", name, at()).isEqualTo(written.get(name));
        assertThat(Math.max(0, client.committed(name)))
            .as("%s is committed to its end%s", name, at())
            .isEqualTo(cluster.highWatermark(name));
      }
    }

    private boolean isAtTheEnd() {
      return NAMES.stream()
          .allMatch(
              name -> client.consumer.position(name).orElse(-1) == cluster.highWatermark(name));
    }

    private String at() {
      return ", seed " + seed + ", step " + step;
    }
  }
}
