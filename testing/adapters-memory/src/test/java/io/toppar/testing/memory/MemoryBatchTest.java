package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicId;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import io.toppar.testing.contracts.ProducerProbe;
import io.toppar.testing.contracts.SentRecord;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How strict outgoing batches in memory are, and what is counted of them. */
final class MemoryBatchTest {

  private static final SentRecord WORD = SentRecord.of(1000, "word");

  private final MemoryRig rig = new MemoryRig();

  @AfterEach
  void nothingIsHeld() {
    rig.close();
  }

  @Test
  void everyBatchIsCountedFromItsOpeningToItsEnd() {
    BatchBuilder builder = rig.producer.open(10_000, Compression.NONE);
    assertThat(rig.cluster.outstandingBatches()).isEqualTo(1);
    assertThat(rig.cluster.outstandingBatchBytes()).isZero();
    ProducerProbe.append(builder, WORD);
    ProducerProbe.append(builder, WORD);
    SealedBatch whole = builder.seal();
    assertThat(rig.cluster.outstandingBatches()).isEqualTo(1);
    assertThat(rig.cluster.outstandingBatchBytes()).isEqualTo(whole.heldBytes());
    List<SealedBatch> halves = whole.split();
    assertThat(rig.cluster.outstandingBatches()).isEqualTo(2);
    assertThat(rig.cluster.outstandingBatchBytes())
        .isEqualTo(halves.stream().mapToInt(SealedBatch::heldBytes).sum());
    halves.forEach(SealedBatch::release);
    assertThat(rig.cluster.outstandingBatches()).isZero();
  }

  @Test
  void aBatchIsSplitWhereItsBytesAreHalved() {
    SentRecord large = SentRecord.of(1000, "x".repeat(1000));
    List<SealedBatch> halves = rig.producer.batch(List.of(WORD, WORD, large, large)).split();
    assertThat(halves).extracting(SealedBatch::recordCount).containsExactly(3, 1);
    halves.forEach(SealedBatch::release);
    List<SealedBatch> others = rig.producer.batch(List.of(large, WORD)).split();
    assertThat(others).extracting(SealedBatch::recordCount).containsExactly(1, 1);
    others.forEach(SealedBatch::release);
  }

  @Test
  void memoryIsTakenInPiecesOfWhatIsExpected() {
    BatchBuilder builder =
        rig.gateway().newBatch(10_000, 500, Compression.NONE, rig.producer.memory());
    ProducerProbe.append(builder, WORD);
    assertThat(builder.heldBytes()).isEqualTo(500);
    ProducerProbe.append(builder, SentRecord.of(1000, "x".repeat(500)));
    assertThat(builder.heldBytes()).isEqualTo(1000);
    builder.discard();
  }

  @Test
  void aBuilderIsNotTouchedAfterItsEnd() {
    BatchBuilder builder = rig.producer.open(10_000, Compression.NONE);
    ProducerProbe.append(builder, WORD);
    SealedBatch batch = builder.seal();
    assertThatThrownBy(() -> ProducerProbe.append(builder, WORD)).hasMessageContaining("sealed");
    assertThatThrownBy(builder::recordCount).hasMessageContaining("open another");
    assertThatThrownBy(builder::sizeBytes).hasMessageContaining("open another");
    assertThatThrownBy(builder::heldBytes).hasMessageContaining("open another");
    assertThatThrownBy(builder::seal).hasMessageContaining("open another");
    assertThatThrownBy(builder::discard).hasMessageContaining("open another");
    batch.release();
  }

  @Test
  void aBatchIsNotTouchedAfterItsEnd() {
    ProducePart part = rig.part("a", "b");
    SealedBatch batch = part.batch();
    batch.release();
    assertThatThrownBy(batch::recordCount).hasMessageContaining("used after its end");
    assertThatThrownBy(batch::sizeBytes).hasMessageContaining("used after its end");
    assertThatThrownBy(batch::heldBytes).hasMessageContaining("used after its end");
    assertThatThrownBy(batch::split).hasMessageContaining("used after its end");
    assertThatThrownBy(batch::release).hasMessageContaining("used after its end");
    assertThatThrownBy(() -> rig.gateway().submit(rig.request(part), 99))
        .hasMessageContaining("used after its end");
  }

  @Test
  void aBatchIsNotEndedWhileARequestWithItIsOpen() {
    ProducePart part = rig.part("a", "b");
    long token = rig.probe.submit(rig.request(part));
    assertThatThrownBy(part.batch()::release).hasMessageContaining("a request with it is open");
    assertThatThrownBy(part.batch()::split).hasMessageContaining("a request with it is open");
    rig.probe.await(token);
    part.batch().release();
  }

  @Test
  void aPartitionIsInARequestOnce() {
    ProducePart first = rig.part("a");
    ProducePart second = rig.part("b");
    BrokerRequest twice = rig.producer.request(rig.cluster.leader(T0), -1, first, second);
    assertThatThrownBy(() -> rig.gateway().submit(twice, 99))
        .hasMessageContaining("t[0] is in the request twice");
    first.batch().release();
    second.batch().release();
  }

  @Test
  void aBatchOfAnotherKindOfGatewayIsRefused() {
    ProducePart part = new ProducePart(T0, TopicId.ZERO, new ForeignBatch(), -1, (short) -1, -1);
    assertThatThrownBy(() -> rig.gateway().submit(rig.request(part), 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("open it with newBatch");
  }

  private static final class ForeignBatch implements SealedBatch {

    @Override
    public int recordCount() {
      return 1;
    }

    @Override
    public int sizeBytes() {
      return 1;
    }

    @Override
    public int heldBytes() {
      return 0;
    }

    @Override
    public List<SealedBatch> split() {
      return List.of();
    }

    @Override
    public void release() {}
  }
}
