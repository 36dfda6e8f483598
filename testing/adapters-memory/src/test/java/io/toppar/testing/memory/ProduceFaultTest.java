package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static io.toppar.testing.memory.MemoryRig.T1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerOutcome.ProducerId;
import io.toppar.ports.BrokerRequest.ProducePart;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every fault does to a Produce: to the log, and to what the producer is told. */
final class ProduceFaultTest {

  private static final FaultTarget PRODUCE = FaultTarget.next(RequestFamily.PRODUCE);

  private final MemoryRig rig = new MemoryRig();

  @AfterEach
  void everyFaultWasPlayedAndNothingIsHeld() {
    assertThat(rig.cluster.waitingFaults()).isZero();
    rig.close();
  }

  @Test
  void aLostReplyLeavesTheBatchInTheLog() {
    BrokerOutcome.Failed failed = fails(new BrokerFault.LoseReply(PRODUCE), Kind.TIMED_OUT);
    assertThat(failed.maybePersisted()).isTrue();
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void aBrokenConnectionLeavesTheBatchInTheLog() {
    BrokerOutcome.Failed failed = fails(new BrokerFault.Disconnect(PRODUCE), Kind.TRANSPORT);
    assertThat(failed.maybePersisted()).isTrue();
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void aReplyBehindItsDeadlineLeavesTheBatchInTheLog() {
    BrokerFault late = new BrokerFault.Delay(PRODUCE, Duration.ofSeconds(31));
    assertThat(fails(late, Kind.TIMED_OUT).maybePersisted()).isTrue();
    assertThat(rig.log()).containsExactly("a");
    assertThat(rig.gateway().droppedReplies()).isEqualTo(1);
  }

  @Test
  void aLostRequestIsInNoLogAndItsProducerCannotKnow() {
    BrokerOutcome.Failed failed = fails(new BrokerFault.LoseRequest(PRODUCE), Kind.TIMED_OUT);
    assertThat(failed.maybePersisted()).isTrue();
    assertThat(rig.log()).isEmpty();
  }

  @Test
  void aConnectionThatBreaksOffTheRequestIsToldAtOnceAndItsProducerCannotKnow() {
    long before = rig.clock.nanoTime();
    BrokerOutcome.Failed failed = fails(new BrokerFault.BreakOff(PRODUCE), Kind.TRANSPORT);
    assertThat(failed.maybePersisted()).isTrue();
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
    assertThat(rig.log()).isEmpty();
  }

  @Test
  void aBrokerThatCannotBeReachedHasSurelyNothing() {
    BrokerOutcome.Failed failed = fails(new BrokerFault.Unreachable(PRODUCE), Kind.TRANSPORT);
    assertThat(failed.maybePersisted()).isFalse();
    assertThat(rig.log()).isEmpty();
  }

  @Test
  void aRefusedRequestIsInNoLog() {
    BrokerFault refused = new BrokerFault.Refuse(PRODUCE, ErrorCode.CLUSTER_AUTHORIZATION_FAILED);
    BrokerOutcome.Failed failed = fails(refused, Kind.BROKER_ERROR);
    assertThat(failed.error()).isEqualTo(ErrorCode.CLUSTER_AUTHORIZATION_FAILED);
    assertThat(failed.maybePersisted()).isFalse();
    assertThat(rig.log()).isEmpty();
  }

  @Test
  void aRequestThatIsActedOnLateOvertakesTheOneThatCameAfterIt() {
    fails(new BrokerFault.ActLate(PRODUCE, Duration.ofMinutes(2)), Kind.TIMED_OUT);
    assertThat(rig.producer.sendOnce(rig.part("b")).baseOffset()).isZero();
    assertThat(rig.log()).containsExactly("b");
    rig.pass(Duration.ofMinutes(3));
    assertThat(rig.log()).as("also of a batch that is over").containsExactly("b", "a");
    assertThat(rig.cluster.actedLate()).isEqualTo(1);
  }

  @Test
  void whatIsActedOnLateIsADuplicateOfWhatWasSentAgain() {
    ProducerId identity = rig.producer.identity();
    ProducePart part = rig.part(identity, 0, "a");
    rig.cluster.inject(new BrokerFault.ActLate(PRODUCE, Duration.ofMinutes(2)));
    rig.probe.fails(rig.request(part), Kind.TIMED_OUT);
    assertThat(rig.producer.sendOnce(part).baseOffset()).isZero();
    rig.cluster.actOnLate();
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void aRequestThatArrivesTwiceIsAppendedTwiceUnlessItsProducerHasAnId() {
    rig.cluster.inject(new BrokerFault.DuplicateRequest(PRODUCE.times(2)));
    assertThat(rig.producer.sendOnce(rig.part("a")).baseOffset()).isZero();
    ProducerId identity = rig.producer.identity();
    assertThat(rig.producer.sendOnce(rig.part(identity, 0, "b")).baseOffset()).isEqualTo(2);
    assertThat(rig.log()).containsExactly("a", "a", "b");
  }

  @Test
  void aReplyThatArrivesTwiceIsCompletedOnce() {
    rig.cluster.inject(new BrokerFault.DuplicateReply(PRODUCE));
    assertThat(rig.producer.sendOnce(rig.part("a")).error()).isEqualTo(ErrorCode.NONE);
    assertThat(rig.log()).containsExactly("a");
    assertThat(rig.gateway().droppedReplies()).isEqualTo(1);
  }

  @Test
  void onePartFailsWithoutAppendWhileTheOthersAreWritten() {
    rig.cluster.moveLeader(T1, rig.cluster.leader(T0));
    FaultTarget first = PRODUCE.of(T0);
    rig.cluster.inject(new BrokerFault.FailPartition(first, ErrorCode.KAFKA_STORAGE_ERROR));
    ProducePart refused = rig.part("a");
    ProducePart written = rig.producer.part(T1, rig.part("b").batch());
    List<ProducedPartition> answers =
        rig.producer.ask(rig.producer.request(rig.cluster.leader(T0), -1, refused, written));
    assertThat(answers)
        .extracting(ProducedPartition::error)
        .containsExactly(ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.NONE);
    assertThat(rig.log()).isEmpty();
    assertThat(rig.cluster.highWatermark(T1)).isEqualTo(1);
    refused.batch().release();
    written.batch().release();
  }

  @Test
  void aPartMayFailAlthoughItIsInTheLog() {
    rig.cluster.inject(
        new BrokerFault.FailAfterAppend(
            PRODUCE.of(T0), ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND));
    ProducedPartition answer = rig.producer.sendOnce(rig.part("a"));
    assertThat(answer)
        .isEqualTo(ProducedPartition.failed(T0, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND));
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void whatCannotBeAppendedFailsForThatAndNotForWhatComesAfter() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part(identity, 0, "a"));
    rig.cluster.inject(
        new BrokerFault.FailAfterAppend(PRODUCE.of(T0), ErrorCode.REQUEST_TIMED_OUT));
    assertThat(rig.producer.sendOnce(rig.part(identity, 5, "b")).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void rejectedRecordsAreNamedAndTheBatchIsInNoLog() {
    List<RecordFault> faults = List.of(new RecordFault(1, "no such colour"));
    rig.cluster.inject(new BrokerFault.RejectRecords(PRODUCE.of(T0), faults));
    ProducedPartition answer = rig.producer.sendOnce(rig.part("a", "b"));
    assertThat(answer.error()).isEqualTo(ErrorCode.INVALID_RECORD);
    assertThat(answer.faults()).isEqualTo(faults);
    assertThat(rig.log()).isEmpty();
  }

  @Test
  void aBatchThatAThrottleHoldsBackIsNotSaidToBeSent() {
    rig.cluster.inject(new BrokerFault.Throttle(PRODUCE, Duration.ofHours(1)));
    rig.producer.sendOnce(rig.part("a"));
    ProducePart held = rig.part("b");
    BrokerOutcome.Failed failed = rig.probe.fails(rig.request(held), Kind.TIMED_OUT);
    assertThat(failed.maybePersisted()).isFalse();
    assertThat(rig.log()).containsExactly("a");
    held.batch().release();
  }

  @Test
  void withoutAcksNobodyHearsOfALostRequest() {
    rig.cluster.inject(new BrokerFault.LoseRequest(PRODUCE));
    ProducePart part = rig.part("a");
    assertThat(rig.producer.ask(rig.producer.request(rig.cluster.leader(T0), 0, part)))
        .containsExactly(ProducedPartition.failed(T0, ErrorCode.NONE));
    assertThat(rig.log()).isEmpty();
    part.batch().release();
  }

  @Test
  void withoutAcksASilentBrokerIsWrittenToAsWell() {
    int leader = rig.cluster.leader(T0);
    rig.cluster.silence(leader);
    ProducePart part = rig.part("a");
    assertThat(rig.producer.ask(rig.producer.request(leader, 0, part)))
        .containsExactly(ProducedPartition.failed(T0, ErrorCode.NONE));
    assertThat(rig.log()).isEmpty();
    part.batch().release();
  }

  @Test
  void aProducerIdIsRefused() {
    rig.cluster.inject(
        new BrokerFault.Refuse(
            FaultTarget.next(RequestFamily.INIT_PRODUCER_ID),
            ErrorCode.CLUSTER_AUTHORIZATION_FAILED));
    assertThatThrownBy(rig.producer::identity).hasMessageContaining("CLUSTER_AUTHORIZATION_FAILED");
    assertThat(rig.producer.identity().producerEpoch()).isZero();
  }

  @Test
  void faultsOfOnePartitionNeedOne() {
    assertThatThrownBy(() -> new BrokerFault.FailAfterAppend(PRODUCE, ErrorCode.NONE))
        .hasMessageContaining("add of(partition)");
    List<RecordFault> faults = List.of(new RecordFault(0, null));
    assertThatThrownBy(() -> new BrokerFault.RejectRecords(PRODUCE, faults))
        .hasMessageContaining("add of(partition)");
    assertThatThrownBy(() -> new BrokerFault.RejectRecords(PRODUCE.of(T0), List.of()))
        .hasMessageContaining("name one");
  }

  /** How a batch of one record, {@code a}, fails by a fault. */
  private BrokerOutcome.Failed fails(BrokerFault fault, Kind kind) {
    rig.cluster.inject(fault);
    ProducePart part = rig.part("a");
    BrokerOutcome.Failed failed = rig.probe.fails(rig.request(part), kind);
    part.batch().release();
    return failed;
  }
}
