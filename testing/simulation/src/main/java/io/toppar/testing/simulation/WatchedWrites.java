package io.toppar.testing.simulation;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The gateway of a client that writes: no broker has more requests at a time than it may, no two
 * have one for the same partition, and what is idempotent is numbered. Confined to its simulation's
 * thread.
 */
final class WatchedWrites extends WatchedGateway {

  private final WriteSetup setup;
  private final Transcript transcript;
  private final Map<Long, BrokerRequest.Produce> flying = new LinkedHashMap<>();

  /** Requests of which batches were given up while they were in flight. */
  private final Set<Long> purged = new HashSet<>();

  WatchedWrites(
      BrokerGateway gateway, WrittenCluster cluster, WriteSetup setup, Transcript transcript) {
    super(gateway, cluster, transcript, Math.max(setup.requestMillis(), 1_000) * 1_000_000L);
    this.setup = setup;
    this.transcript = transcript;
  }

  /** What is in flight was given up: another broker may be asked for the partition now. */
  void purged() {
    purged.addAll(flying.keySet());
  }

  @Override
  void asking(BrokerRequest request, long token) {
    if (request instanceof BrokerRequest.Produce produce) {
      requireRoom(produce);
      for (ProducePart part : produce.parts()) {
        requireOneBroker(produce.brokerId(), part.topicPartition());
        requireNumber(part);
      }
      flying.put(token, produce);
    }
  }

  private void requireRoom(BrokerRequest.Produce produce) {
    long present =
        flying.values().stream().filter(each -> each.brokerId() == produce.brokerId()).count();
    Violation.require(
        present < setup.inFlight(),
        Kind.DEADLINE,
        present + " requests are in flight to broker " + produce.brokerId() + " already");
  }

  private void requireOneBroker(int broker, TopicPartition name) {
    flying.forEach(
        (token, produce) ->
            Violation.require(
                produce.brokerId() == broker
                    || purged.contains(token)
                    || produce.parts().stream()
                        .noneMatch(part -> part.topicPartition().equals(name)),
                Kind.OWNER,
                name + " is sent to broker " + broker + " and to " + produce.brokerId()));
  }

  private void requireNumber(ProducePart part) {
    boolean numbered =
        part.producerId() >= 0 && part.producerEpoch() >= 0 && part.baseSequence() >= 0;
    Violation.require(
        numbered == setup.idempotent(),
        Kind.REPORT,
        part.topicPartition() + " has sequence " + part.baseSequence());
    transcript.note(
        "batch",
        Brokers.index(part.topicPartition()),
        part.baseSequence(),
        1_000L * part.producerId() + part.producerEpoch());
  }

  @Override
  void answered(BrokerRequest request, BrokerCompletion completion) {
    flying.remove(completion.token());
    purged.remove(completion.token());
  }
}
