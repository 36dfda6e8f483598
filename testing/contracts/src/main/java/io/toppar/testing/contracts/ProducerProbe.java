package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchBuilder.Append;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.ProducerId;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import java.time.Duration;
import java.util.List;

/**
 * A gateway that a test fills batches of and sends them by, and the memory they take. Confined to
 * the test's thread.
 *
 * <p>Unless said otherwise requests go to the leader, with {@code acks=all}, and are due within 30
 * seconds.
 */
public final class ProducerProbe {

  /** The {@code acks} of a request that all in-sync replicas answer for. */
  static final short ALL = -1;

  static final int LIMIT = 1 << 20;
  private static final int EXPECTED = 1 << 10;
  private static final int REPLICA_MILLIS = 20_000;

  private final GatewayProbe probe;
  private final BoundedMemory memory = new BoundedMemory();

  /** Produces by a gateway. */
  public ProducerProbe(GatewayProbe probe) {
    this.probe = probe;
  }

  /** The gateway. */
  public GatewayProbe probe() {
    return probe;
  }

  /** What its batches take their memory from. */
  public BoundedMemory memory() {
    return memory;
  }

  /** Opens a batch. */
  public BatchBuilder open(int limitBytes, Compression compression) {
    return probe.gateway().newBatch(limitBytes, EXPECTED, compression, memory);
  }

  /** Appends a record. */
  public static Append append(BatchBuilder builder, SentRecord record) {
    return builder.append(
        record.timestamp(), record.key(), record.value(), new SentHeaders(record.headers()));
  }

  /** Appends a record if it takes no more memory than is held. */
  static boolean appendToHeld(BatchBuilder builder, SentRecord record) {
    return builder.appendToHeld(
        record.timestamp(), record.key(), record.value(), new SentHeaders(record.headers()));
  }

  /** A complete batch of these records, not compressed. */
  public SealedBatch batch(List<SentRecord> records) {
    return batch(Compression.NONE, records);
  }

  /** A complete batch of these records, however large. */
  public SealedBatch batch(Compression compression, List<SentRecord> records) {
    BatchBuilder builder = open(Integer.MAX_VALUE, compression);
    for (SentRecord record : records) {
      if (!appendToHeld(builder, record)) {
        assertThat(append(builder, record)).isEqualTo(Append.APPENDED);
      }
    }
    return builder.seal();
  }

  /** An identity that nobody has had. */
  public ProducerId identity() {
    return identity(new ProducerId(-1, (short) -1));
  }

  /**
   * What a broker gives to whoever has this identity. One that has just started has no ids yet, and
   * says so.
   */
  public ProducerId identity(ProducerId before) {
    BrokerRequest request =
        new BrokerRequest.InitProducerId(
            BrokerRequest.ANY_BROKER,
            before.producerId(),
            before.producerEpoch(),
            probe.deadlineIn(GatewayProbe.DEADLINE));
    BrokerOutcome outcome;
    do {
      outcome = probe.await(probe.submit(request));
    } while (outcome instanceof BrokerOutcome.Failed failed
        && failed.error() == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
    assertThat(outcome).as("the outcome of " + request).isInstanceOf(ProducerId.class);
    return (ProducerId) outcome;
  }

  /** A part of a request, by a producer without identity. */
  public ProducePart part(TopicPartition topicPartition, SealedBatch batch) {
    return part(topicPartition, batch, new ProducerId(-1, (short) -1), -1);
  }

  /** A part of a request. */
  public ProducePart part(
      TopicPartition topicPartition, SealedBatch batch, ProducerId identity, int sequence) {
    return new ProducePart(
        topicPartition,
        probe.topicId(topicPartition.topic()),
        batch,
        identity.producerId(),
        identity.producerEpoch(),
        sequence);
  }

  /** A request to a broker. */
  public BrokerRequest.Produce request(int brokerId, int acks, ProducePart... parts) {
    return request(brokerId, acks, GatewayProbe.DEADLINE, parts);
  }

  /** A request to a broker that is due in some time. */
  public BrokerRequest.Produce request(int brokerId, int acks, Duration due, ProducePart... parts) {
    return new BrokerRequest.Produce(
        brokerId, (short) acks, REPLICA_MILLIS, List.of(parts), probe.deadlineIn(due));
  }

  /** Sends one part to its leader; the answer. */
  public ProducedPartition send(ProducePart part) {
    return ask(request(probe.leader(part.topicPartition()), ALL, part)).get(0);
  }

  /** Sends one batch to its leader, and releases it; the answer. */
  public ProducedPartition sendOnce(TopicPartition topicPartition, SealedBatch batch) {
    return sendOnce(part(topicPartition, batch));
  }

  /** Sends one part to its leader, and releases its batch; the answer. */
  public ProducedPartition sendOnce(ProducePart part) {
    ProducedPartition answer = send(part);
    part.batch().release();
    return answer;
  }

  /** The answers to a request, one for each part. */
  public List<ProducedPartition> ask(BrokerRequest.Produce request) {
    return answers(request, probe.ask(request, BrokerOutcome.Produced.class));
  }

  /** The answers in an outcome, one for each part of its request. */
  static List<ProducedPartition> answers(BrokerRequest.Produce request, BrokerOutcome outcome) {
    assertThat(outcome).as("the outcome of " + request).isInstanceOf(BrokerOutcome.Produced.class);
    List<ProducedPartition> answers = ((BrokerOutcome.Produced) outcome).partitions();
    assertThat(answers)
        .extracting(ProducedPartition::topicPartition)
        .isEqualTo(request.parts().stream().map(ProducePart::topicPartition).toList());
    return answers;
  }
}
