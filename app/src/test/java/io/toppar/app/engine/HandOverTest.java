package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandOverTest {

  private static final long LONG_TIME = TimeUnit.SECONDS.toNanos(60);

  private final AtomicInteger live = new AtomicInteger();
  private final List<Delivery> taken = Collections.synchronizedList(new ArrayList<>());
  private final List<Delivery> dropped = Collections.synchronizedList(new ArrayList<>());
  private final HandOver handOver =
      new HandOver(
          new HandOver.Observer() {
            @Override
            public void taken(Delivery delivery) {
              taken.add(delivery);
            }

            @Override
            public void dropped(Delivery delivery) {
              dropped.add(delivery);
            }
          });

  private Slot slot(int partition) {
    Slot slot = new Slot(new TopicPartition("t", partition), null);
    handOver.unfence(slot);
    return slot;
  }

  private void deliver(Slot slot, long offset) {
    SizedBatches batches = new SizedBatches(slot.topicPartition(), offset, 10, () -> 100, live);
    handOver.deliver(Delivery.records(slot, 1, batches));
  }

  private List<String> takeAll() {
    List<String> seen = new ArrayList<>();
    Delivery delivery = handOver.take();
    while (delivery != null) {
      seen.add(delivery.slot().topicPartition().partition() + "@" + delivery.from());
      delivery = handOver.take();
    }
    return seen;
  }

  @Test
  void partitionsTakeTurnsAndEachKeepsItsOrder() {
    Slot busy = slot(0);
    Slot other = slot(1);
    deliver(busy, 0);
    deliver(busy, 1);
    deliver(busy, 2);
    deliver(other, 7);
    assertThat(takeAll()).containsExactly("0@0", "1@7", "0@1", "0@2");
  }

  @Test
  void nothingIsHandedOutWhileABarrierIsPendingAndWhatComesIsDropped() {
    Slot slot = slot(0);
    deliver(slot, 0);
    handOver.fence(slot, new AppPosition(50, -1));
    handOver.fence(slot, new AppPosition(60, -1));
    deliver(slot, 1);
    assertThat(takeAll()).isEmpty();
    handOver.unfence(slot);
    deliver(slot, 50);
    assertThat(takeAll()).isEmpty();
    handOver.unfence(slot);
    deliver(slot, 60);
    assertThat(takeAll()).containsExactly("0@60");
    assertThat(dropped).hasSize(3);
  }

  @Test
  void aBarrierDropsOnlyItsOwnPartition() { // B031
    Slot sought = slot(0);
    Slot other = slot(1);
    deliver(sought, 0);
    deliver(other, 0);
    handOver.barrier(sought);
    assertThat(takeAll()).containsExactly("1@0");
    assertThat(dropped).hasSize(1);
  }

  @Test
  void aShutGateKeepsWhatIsThereAndAnOpenOneGivesItOut() {
    Slot slot = slot(0);
    deliver(slot, 0);
    assertThat(handOver.gate(slot, true)).isTrue();
    assertThat(handOver.gate(slot, true)).isFalse();
    deliver(slot, 1);
    assertThat(takeAll()).isEmpty();
    handOver.gate(slot, false);
    assertThat(takeAll()).containsExactly("0@0", "0@1");
    assertThat(dropped).isEmpty();
  }

  @Test
  void theSameErrorDoesNotPileUp() {
    Slot slot = slot(0);
    for (int i = 0; i < 5; i++) {
      handOver.deliver(Delivery.error(slot, 1, error(slot, ErrorCode.LOCAL_FS)));
    }
    handOver.deliver(Delivery.error(slot, 1, error(slot, ErrorCode.LOCAL_TIMED_OUT)));
    assertThat(takeAll()).hasSize(2);
  }

  private static TopparError error(Slot slot, ErrorCode code) {
    return new TopparError(slot.topicPartition(), code, 3, false, "detail");
  }

  @Test
  void aPositionFoundByTheMachineDoesNotReplaceTheApplications() {
    Slot slot = slot(0);
    handOver.resolved(slot, 5, -1);
    assertThat(slot.position()).isEqualTo(new AppPosition(5, -1));
    handOver.fence(slot, new AppPosition(9, -1));
    handOver.resolved(slot, 5, -1);
    handOver.unfence(slot);
    assertThat(slot.position()).isEqualTo(new AppPosition(9, -1));
  }

  @Test
  void aWaitingTakerIsWokenByADelivery() throws Exception {
    Slot slot = slot(0);
    List<Delivery> got = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(1);
    Thread taker =
        new Thread(
            () -> {
              try {
                got.add(handOver.take(LONG_TIME));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              done.countDown();
            });
    taker.start();
    deliver(slot, 0);
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(got).hasSize(1);
  }

  @Test
  void everyWaitingTakerLeavesWhenTheClientEnds() throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      new Thread(
              () -> {
                try {
                  handOver.take(LONG_TIME);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                done.countDown();
              })
          .start();
    }
    handOver.end();
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void manyTakersGetEverythingOnceAndTheObserverHearsItInOrder() throws Exception {
    int partitions = 3;
    int each = 5_000;
    List<Slot> slots = List.of(slot(0), slot(1), slot(2));
    CountDownLatch left = new CountDownLatch(partitions * each);
    List<Thread> takers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread taker =
          new Thread(
              () -> {
                try {
                  while (left.getCount() > 0) {
                    if (handOver.take(LONG_TIME) != null) {
                      left.countDown();
                    }
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      takers.add(taker);
      taker.start();
    }
    for (int n = 0; n < each; n++) {
      for (Slot slot : slots) {
        deliver(slot, n);
      }
    }
    assertThat(left.await(60, TimeUnit.SECONDS)).as("a signal was lost").isTrue();
    handOver.end();
    for (Thread taker : takers) {
      taker.join();
    }
    for (Slot slot : slots) {
      assertThat(taken.stream().filter(d -> d.slot() == slot).map(Delivery::from).toList())
          .hasSize(each)
          .isSorted();
    }
  }

  @Test
  void whatACommandItselfDeliversIsHandedOutOnceItHasBeenRun() {
    Slot slot = slot(0);
    handOver.fence(slot, null);
    deliver(slot, 10);
    handOver.runs(slot);
    deliver(slot, 20);
    assertThat(takeAll()).as("while it runs").isEmpty();

    handOver.unfence(slot);

    assertThat(takeAll()).containsExactly("0@20");
    assertThat(dropped).as("of before it ran").hasSize(1);
  }

  @Test
  void whatACommandDeliversIsVoidWhenTheNextOneHasBeenGivenMeanwhile() {
    Slot slot = slot(0);
    handOver.fence(slot, null);
    handOver.runs(slot);
    deliver(slot, 10);
    handOver.fence(slot, null);
    deliver(slot, 11);
    handOver.unfence(slot);

    assertThat(takeAll()).isEmpty();
    assertThat(dropped).hasSize(2);
  }
}
