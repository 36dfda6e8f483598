package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class StickyPartitionTest {

  private static final int BATCH = 1_000;
  private static final int MANY = 40_000;
  private static final long SEED = 7;

  private final RandomGenerator random = new Random(SEED);
  private final FixedLoads four = new FixedLoads(4);

  @Test
  void staysWhileABatchIsFilled() {
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int first = sticky.current(four, random);

    for (int bytes = 100; bytes <= BATCH; bytes += 100) {
      assertThat(sticky.current(four, random)).isEqualTo(first);
      sticky.onAppended(first, 100, four, random);
    }
    assertThat(sticky.current(four, random)).isEqualTo(first);
  }

  @Test
  void movesOnWhereANewBatchWouldBeginWithABatchesWorthBehind() {
    FixedLoads many = new FixedLoads(1_000);
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int first = sticky.current(many, random);

    assertThat(sticky.opening(first, 100, many, random)).as("its first batch").isEqualTo(first);
    sticky.onAppended(first, 950, many, random);

    assertThat(sticky.opening(first, 50, many, random)).as("fits").isEqualTo(first);
    int second = sticky.opening(first, 51, many, random);
    assertThat(second).isNotEqualTo(first);
    assertThat(sticky.current(many, random)).isEqualTo(second);
  }

  @Test
  void aBatchThatLingerClosedEarlyDoesNotMoveIt() {
    FixedLoads many = new FixedLoads(1_000);
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int first = sticky.current(many, random);
    sticky.onAppended(first, 300, many, random);

    assertThat(sticky.opening(first, 100, many, random)).isEqualTo(first);
  }

  @Test
  void aMessageLargerThanABatchIsTakenWhereItStands() {
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int first = sticky.current(four, random);

    assertThat(sticky.opening(first, 5 * BATCH, four, random)).isEqualTo(first);
  }

  @Test
  void movesOnFromWithinABatchThatOthersFillToo() {
    FixedLoads many = new FixedLoads(1_000);
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int first = sticky.current(many, random);

    sticky.onAppended(first, 2 * BATCH - 1, many, random);
    assertThat(sticky.current(many, random)).isEqualTo(first);
    sticky.onAppended(first, 1, many, random);
    assertThat(sticky.current(many, random)).isNotEqualTo(first);
  }

  @Test
  void whatWasAppendedWhereItDoesNotStandAnyMoreIsNotCounted() {
    StickyPartition sticky = new StickyPartition(BATCH, false);
    int here = sticky.current(four, random);
    int there = (here + 1) % 4;

    sticky.onAppended(there, 10 * BATCH, four, random);
    assertThat(sticky.opening(there, 10 * BATCH, four, random)).isEqualTo(here);
    assertThat(sticky.current(four, random)).isEqualTo(here);
  }

  @Test
  void leavesAPartitionThatBecomesUnavailableIfAnotherIsThere() {
    StickyPartition sticky = new StickyPartition(BATCH, true);
    int first = sticky.current(four, random);
    int other = (first + 2) % 4;

    assertThat(sticky.current(four.available(), random)).as("none is available").isEqualTo(first);
    assertThat(sticky.current(four.available(other), random)).isEqualTo(other);
  }

  @Test
  void leavesAPartitionThatTheTopicHasNoMore() {
    StickyPartition sticky = new StickyPartition(BATCH, false);
    sticky.current(four.available(3), random);

    assertThat(sticky.current(new FixedLoads(2), random)).isBetween(0, 1);
  }

  @Test
  void withoutLoadsAllAvailablePartitionsAreDrawnAlike() {
    four.queued(0, 100, 0, 0).available(0, 1, 3);

    double[] shares = shares(new StickyPartition(BATCH, false), four);

    assertThat(shares).containsExactly(new double[] {0.333, 0.333, 0, 0.333}, within(0.02));
    assertThat(shares[2]).isZero();
  }

  /** The example of KIP-794: queues of 0, 3 and 1 batches have the weights 4, 1 and 3. */
  @Test
  void withLoadsTheLongerQueueIsDrawnTheLessOften() {
    four.queued(0, 3, 1, 9).available(0, 1, 2);

    double[] shares = shares(new StickyPartition(BATCH, true), four);

    assertThat(shares).containsExactly(new double[] {0.5, 0.125, 0.375, 0}, within(0.02));
    assertThat(shares[3]).isZero();
  }

  @Test
  void equalLoadsAreDrawnAlike() {
    four.queued(5, 5, 5, 5);

    assertThat(shares(new StickyPartition(BATCH, true), four))
        .containsExactly(new double[] {0.25, 0.25, 0.25, 0.25}, within(0.02));
  }

  @Test
  void loadsThatChangeWhileItDrawsDoNoHarm() {
    StickyPartition sticky = new StickyPartition(BATCH, true);
    PartitionLoads restless = new RestlessLoads(5, new Random(SEED));
    for (int i = 0; i < MANY; i++) {
      int here = sticky.current(restless, random);
      assertThat(here).isBetween(0, 4);
      sticky.onAppended(here, 2 * BATCH, restless, random);
    }
  }

  private double[] shares(StickyPartition sticky, PartitionLoads partitions) {
    double[] shares = new double[partitions.count()];
    for (int i = 0; i < MANY; i++) {
      int here = sticky.current(partitions, random);
      shares[here] += 1.0 / MANY;
      sticky.onAppended(here, 2 * BATCH, partitions, random);
    }
    return shares;
  }

  /** Other loads at every look. */
  private record RestlessLoads(int count, Random change) implements PartitionLoads {

    @Override
    public int availableCount() {
      return change.nextInt(count + 1);
    }

    @Override
    public boolean isAvailable(int partition) {
      return change.nextBoolean();
    }

    @Override
    public int queuedBatches(int partition) {
      return change.nextInt(10);
    }
  }
}
