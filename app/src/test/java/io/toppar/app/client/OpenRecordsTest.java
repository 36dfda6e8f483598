package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.engine.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which records of a batch are open, against a set of offsets. */
class OpenRecordsTest {

  @Test
  void theLowestIsTheFirstOpenOneOrWhatIsStillToBeRead() {
    OpenRecords records = new OpenRecords(10, 20, 7);
    assertThat(records.lowest()).isEqualTo(10);
    for (long offset = 12; offset < 18; offset++) {
      records.read(offset, 3);
    }
    assertThat(records.lowest()).as("nothing lies before the first record").isEqualTo(12);
    records.finish(13);
    assertThat(records.lowest()).isEqualTo(12);
    records.finish(12);
    assertThat(records.progress()).isEqualTo(new Progress(14, 3, false));
    records.finishTo(18);
    assertThat(records.progress()).isEqualTo(new Progress(18, 3, false));
    records.readTo(20);
    assertThat(records.progress()).isEqualTo(new Progress(20, 7, true));
  }

  @Test
  void theEpochIsThatOfTheRecordBefore() {
    OpenRecords records = new OpenRecords(0, 30, 9);
    records.read(4, 1);
    records.read(5, 2);
    records.read(9, 2);
    records.readTo(30);
    assertThat(records.progress().leaderEpoch()).as("no record before").isEqualTo(-1);
    records.finish(4);
    assertThat(records.progress()).isEqualTo(new Progress(5, 1, false));
    records.finish(5);
    assertThat(records.progress()).isEqualTo(new Progress(9, 2, false));
  }

  @Test
  void behindAHoleTheEpochIsNotKnownUnlessItIsTheSameOnBothSides() {
    OpenRecords records = new OpenRecords(0, 30, 9);
    records.read(2, 1);
    records.read(6, 2);
    records.read(10, 2);
    records.readTo(15);
    records.finish(2);
    assertThat(records.progress())
        .as("3 to 5 may be of either")
        .isEqualTo(new Progress(6, -1, false));
    records.finish(6);
    assertThat(records.progress()).isEqualTo(new Progress(10, 2, false));
    records.finish(10);
    assertThat(records.progress()).isEqualTo(new Progress(15, -1, false));
    records.finishTo(20);
    assertThat(records.progress()).isEqualTo(new Progress(20, -1, false));
  }

  @Test
  void aSecondReadingOpensNothing() {
    OpenRecords records = new OpenRecords(0, 3, 0);
    for (int reading = 0; reading < 2; reading++) {
      records.read(0, 0);
      records.read(1, 0);
      assertThat(records.finish(0)).isEqualTo(reading == 0);
    }
    assertThat(records.count()).isEqualTo(1);
    assertThat(records.lowest()).isEqualTo(1);
  }

  @Test
  void itSaysTheSameAsASetOfOffsets() {
    for (long seed = 0; seed < 300; seed++) {
      new Model(seed).play();
    }
  }

  /** The same in a way that takes more room. */
  private static final class Model {
    private static final long FIRST = 1_000_000_000_000L;
    private final long seed;
    private final SplittableRandom random;
    private final TreeMap<Long, Integer> read = new TreeMap<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final long end;
    private final OpenRecords records;
    private long readTo = FIRST;

    Model(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.end = FIRST + 1 + random.nextInt(1, 1_000_000);
      this.records = new OpenRecords(FIRST, end, 99);
    }

    void play() {
      int gaps = random.nextInt(1, 5);
      for (int step = 0; step < 600; step++) {
        switch (random.nextInt(4)) {
          case 0, 1 -> readOne(gaps);
          case 2 -> assertFinish(anyOffset());
          default -> finishRarely();
        }
        check(step);
      }
      records.finishTo(end);
      assertThat(records.progress()).as("seed %d", seed).isEqualTo(new Progress(end, 99, true));
      assertThat(records.count()).as("seed %d", seed).isZero();
    }

    private void readOne(int gaps) {
      long offset = readTo + (gaps == 1 ? 0 : random.nextInt(gaps));
      if (offset < end) {
        int epoch = (int) ((offset - FIRST) / 50);
        records.read(offset, epoch);
        read.put(offset, epoch);
        open.add(offset);
        readTo = offset + 1;
      }
    }

    private long anyOffset() {
      return FIRST + random.nextLong(readTo - FIRST + 1);
    }

    private void assertFinish(long offset) {
      assertThat(records.finish(offset)).as("seed %d", seed).isEqualTo(open.remove(offset));
    }

    private void finishRarely() {
      if (random.nextInt(20) == 0) {
        long offset = anyOffset();
        records.finishTo(offset);
        open.headSet(offset).clear();
      }
    }

    private void check(int step) {
      long lowest = open.isEmpty() ? readTo : open.first();
      Map.Entry<Long, Integer> before = read.lowerEntry(lowest);
      boolean known =
          before != null
              && (before.getKey() + 1 == lowest || before.getValue().equals(read.get(lowest)));
      int epoch = lowest == end ? 99 : known ? before.getValue() : -1;
      assertThat(records.progress())
          .as("seed %d, step %d", seed, step)
          .isEqualTo(new Progress(lowest, epoch, lowest == end));
      assertThat(records.count()).as("seed %d, step %d", seed, step).isEqualTo(open.size());
    }
  }

  @Test
  void recordsWithoutNeighboursTakeRoomForThemAndNotForTheOffsetsBetween() {
    List<Long> offsets = new ArrayList<>();
    OpenRecords records = new OpenRecords(0, Long.MAX_VALUE, 0);
    for (int i = 0; i < 50; i++) {
      offsets.add(i * (Long.MAX_VALUE / 50));
      records.read(offsets.get(i), 0);
    }
    for (long offset : offsets.subList(0, 49)) {
      assertThat(records.finish(offset)).isTrue();
    }
    assertThat(records.lowest()).isEqualTo(offsets.get(49));
  }
}
