package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestProducer;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A fault of the program itself: nobody is left waiting, and nothing is held for ever. */
@NullUnmarked
class ProducerBrokenTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway memory = new MemoryBrokerGateway(cluster, clock);
  private final List<DeliveryReport> reports = new ArrayList<>();
  private boolean broken;

  /** A gateway whose batches cannot be sealed once it is broken. */
  private final class Gateway implements BrokerGateway {

    @Override
    public void open(Inbox inbox) {
      memory.open(inbox);
    }

    @Override
    public void submit(BrokerRequest request, long token) {
      memory.submit(request, token);
    }

    @Override
    public BatchBuilder newBatch(
        int limitBytes, int expectedBytes, Compression compression, BatchMemory account) {
      return new Builder(memory.newBatch(limitBytes, expectedBytes, compression, account));
    }

    @Override
    public void close(Duration timeout) {
      memory.close(timeout);
    }
  }

  private final class Builder implements BatchBuilder {

    private final BatchBuilder builder;

    Builder(BatchBuilder builder) {
      this.builder = builder;
    }

    @Override
    public Append append(long timestampMillis, Slice key, Slice value, RecordHeaders headers) {
      return builder.append(timestampMillis, key, value, headers);
    }

    @Override
    public int recordCount() {
      return builder.recordCount();
    }

    @Override
    public int sizeBytes() {
      return builder.sizeBytes();
    }

    @Override
    public int heldBytes() {
      return builder.heldBytes();
    }

    @Override
    public SealedBatch seal() {
      if (broken) {
        throw new IllegalStateException("planted");
      }
      return builder.seal();
    }

    @Override
    public void discard() {
      builder.discard();
    }
  }

  @Test
  void whatWasTakenIsReportedAndNothingMoreIsTaken() {
    cluster.createTopic("t", 2);
    Producer producer =
        TestProducer.producer(
            new Gateway(), clock, new ManualRunner(new Drive(clock, memory)), new ProducerWishes());
    producer.send(Message.to("t", 0).value("before"), reports::add);
    producer.flush(SECOND);
    broken = true;
    producer.send(Message.to("t", 0).value("a"), reports::add);
    producer.send(Message.to("t", 1).value("b"), reports::add);
    producer.flush(SECOND);

    assertThat(reports.stream().map(DeliveryReport::error))
        .containsExactly(ErrorCode.NONE, ErrorCode.LOCAL_FAIL, ErrorCode.LOCAL_FAIL);
    assertThatThrownBy(() -> producer.send(Message.to("t", 0).value("c")))
        .isInstanceOfSatisfying(
            TopparException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.RECREATE))
        .hasMessageContaining("planted");
    assertThat(producer.bufferedBytes()).isZero();
    producer.close(SECOND);
    assertThat(cluster.outstandingBatches()).isZero();
  }
}
