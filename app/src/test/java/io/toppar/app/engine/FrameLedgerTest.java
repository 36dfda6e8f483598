package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.FetchFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FrameLedgerTest {

  private static final int FRAME_BYTES = 1_000;

  private final AtomicInteger live = new AtomicInteger();
  private final FetchBudget budget = new FetchBudget(10_000);
  private final List<Delivery> deliveries = new ArrayList<>();
  private final HandOver handOver =
      new HandOver(
          new HandOver.Observer() {
            @Override
            public void taken(Delivery delivery) {
              ledger().taken(delivery);
            }

            @Override
            public void dropped(Delivery delivery) {
              throw new AssertionError("nothing is dropped here");
            }
          });
  private final FrameLedger ledger = new FrameLedger(budget, handOver);

  private FrameLedger ledger() {
    return ledger;
  }

  /** A frame with batches of these sizes arrives and is delivered, a partition each. */
  private void arrive(int... sizes) {
    FetchFrame frame = () -> FRAME_BYTES;
    List<FetchedPartition> parts = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      TopicPartition name = new TopicPartition("t", i);
      SizedBatches batches = new SizedBatches(name, 0, sizes[i], frame, live);
      parts.add(
          new FetchedPartition(name, ErrorCode.NONE, 1, 1, 0, -1, -1, -1, -1, -1, batches, null));
    }
    long reserved = budget.reserve(100, 2_000);
    ledger.arrived(new BrokerOutcome.Fetched(parts, frame), reserved);
    for (FetchedPartition part : parts) {
      Slot slot = new Slot(part.topicPartition(), null);
      handOver.unfence(slot);
      Delivery delivery =
          Delivery.records(slot, 1, Objects.requireNonNull((SizedBatches) part.batches()));
      deliveries.add(delivery);
      ledger.delivered(delivery);
      handOver.deliver(delivery);
    }
  }

  private void takeAndRelease() {
    Delivery delivery = handOver.take();
    assertThat(delivery).isNotNull();
    if (delivery != null) {
      delivery.batches().release();
      ledger.gone(delivery.batches());
    }
  }

  private void pause(int index) {
    Slot slot = deliveries.get(index).slot();
    handOver.gate(slot, true);
    ledger.paused(slot);
  }

  @Test
  void aFrameIsChargedWholeUntilTheLastOfItIsReleased() {
    arrive(400, 400);
    assertThat(budget.usedBytes()).isEqualTo(FRAME_BYTES);
    takeAndRelease();
    assertThat(budget.usedBytes()).isEqualTo(FRAME_BYTES);
    takeAndRelease();
    assertThat(budget.usedBytes()).isZero();
    assertThat(live).hasValue(0);
  }

  @Test
  void whatLittleWaitsIsCopiedOutWhenRoomIsShort() {
    arrive(700, 200);
    assertThat(ledger.makeRoom()).isFalse();
    assertThat(budget.usedBytes()).isEqualTo(FRAME_BYTES);
    takeAndRelease();
    ledger.makeRoom();
    assertThat(budget.usedBytes()).isEqualTo(200);
    takeAndRelease();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void whatOnlyPausedPartitionsKeepIsCopiedOut() {
    arrive(300, 300, 300);
    pause(1);
    pause(2);
    ledger.makeRoom();
    assertThat(budget.usedBytes()).isEqualTo(FRAME_BYTES);
    takeAndRelease();
    ledger.makeRoom();
    assertThat(budget.usedBytes()).isEqualTo(600);
  }

  @Test
  void nothingIsCopiedWhileTheApplicationHoldsPartOfTheFrame() {
    arrive(700, 200);
    Delivery held = handOver.take();
    ledger.makeRoom();
    assertThat(budget.usedBytes()).isEqualTo(FRAME_BYTES);
    assertThat(deliveries.get(1).batches().sharesFrame()).isTrue();
    assertThat(held).isNotNull();
  }

  @Test
  void roomIsReportedToALaneThatFoundNone() {
    long all = budget.reserve(10_000, 10_000);
    budget.settle(all, 9_500);
    arrive(900);
    assertThat(budget.reserve(1_000, 1_000)).isZero();
    Delivery delivery = handOver.take();
    assertThat(delivery).isNotNull();
    if (delivery != null) {
      assertThat(ledger.gone(delivery.batches())).isFalse();
    }
    assertThat(budget.release(9_000)).isTrue();
  }
}
