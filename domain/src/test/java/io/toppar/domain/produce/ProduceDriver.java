package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What carries out the effects of a produce machine in a random run, and remembers what is still to
 * be done; holds each effect against what the machine has promised of it.
 */
final class ProduceDriver implements ProduceEffects {

  static final int MAX_REQUEST_BYTES = 600;

  /** What is being filled, of each partition. */
  final Map<TopicPartition, WorldBatch> filling = new HashMap<>();

  /** Batches that are full, or are to be sent. */
  final List<WorldBatch> toSeal = new ArrayList<>();

  final List<WorldBatch> toSplit = new ArrayList<>();
  final ArrayDeque<FakeMessage> toAssign = new ArrayDeque<>();
  final ArrayDeque<ProduceTopic> topicsToAssign = new ArrayDeque<>();

  /** Requests that found no connection. */
  final List<ProduceRequest> unsent = new ArrayList<>();

  boolean idAsked;
  boolean metadataAsked;
  private final String run;
  private final ProduceWorld world;
  private final SplittableRandom random;
  private final Set<MessageBatch> inFlight = new HashSet<>();

  ProduceDriver(String run, ProduceWorld world, SplittableRandom random) {
    this.run = run;
    this.world = world;
    this.random = random;
  }

  /** A request has ended. */
  void landed(ProduceRequest request) {
    request.parts().forEach(part -> inFlight.remove(part.batch()));
  }

  @Override
  public void seal(MessageBatch batch) {
    WorldBatch open = (WorldBatch) batch;
    if (filling.remove(open.topicPartition, open)) {
      toSeal.add(open);
    }
  }

  @Override
  public void produce(ProduceRequest request) {
    assertThat(world.machine.requestsInFlight(request.brokerId()))
        .as(run)
        .isLessThanOrEqualTo(world.config.maxInFlight());
    assertThat(request.parts())
        .as(run)
        .isNotEmpty()
        .extracting("topicPartition")
        .doesNotHaveDuplicates();
    assertThat(request.deadlineNanos() - world.now).as(run).isPositive();
    int bytes = 0;
    for (ProduceRequest.Part part : request.parts()) {
      bytes += part.batch().sizeBytes();
      assertThat(inFlight.add(part.batch())).as(run).isTrue();
    }
    assertThat(request.parts().size() == 1 || bytes <= MAX_REQUEST_BYTES).as(run).isTrue();
    if (world.network.trouble > 0 && random.nextInt(20) == 0) {
      unsent.add(request);
    } else {
      world.network.send(tampered(request));
    }
  }

  private ProduceRequest tampered(ProduceRequest request) {
    if (world.bug != ProduceWorld.Bug.SEQUENCES_NOT_CHECKED) {
      return request;
    }
    List<ProduceRequest.Part> parts = new ArrayList<>();
    for (ProduceRequest.Part part : request.parts()) {
      parts.add(
          new ProduceRequest.Part(
              part.topicPartition(), part.topicId(), part.batch(), -1, (short) -1, -1));
    }
    return new ProduceRequest(request.brokerId(), parts, request.deadlineNanos());
  }

  @Override
  public void split(MessageBatch batch) {
    assertThat(inFlight).as(run).doesNotContain(batch);
    toSplit.add((WorldBatch) batch);
  }

  @Override
  public void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis) {
    world.ledger.delivered(ProduceWorld.ids(batch), baseOffset);
  }

  @Override
  public void failed(MessageBatch batch, ProduceFailure failure) {
    assertThat(failure.detail()).as(run).isNotBlank().doesNotContain("\n");
    WorldBatch failed = (WorldBatch) batch;
    filling.remove(failed.topicPartition, failed);
    world.ledger.failed(ProduceWorld.ids(failed), failure.status());
  }

  @Override
  public void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount) {
    assertThat(message.partition()).as(run).isLessThan(partitionCount);
    toAssign.addLast((FakeMessage) message);
    topicsToAssign.addLast(topic);
  }

  @Override
  public void unassignedFailed(UnassignedMessage message, ProduceFailure failure) {
    assertThat(failure.status()).as(run).isEqualTo(MessageStatus.NOT_PERSISTED);
    world.ledger.ended(message);
  }

  @Override
  public void initProducerId(long deadlineNanos) {
    assertThat(idAsked).as(run).isFalse();
    idAsked = true;
  }

  @Override
  public void refreshMetadata(TopicPartition partition, RefreshReason reason) {
    metadataAsked = true;
  }

  @Override
  public void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch) {
    metadataAsked = true;
  }

  @Override
  public void flushed(long ticket) {
    world.ledger.flushed(ticket);
  }

  @Override
  public void fatal(ErrorCode code, String detail) {
    throw new AssertionError(run + ": fatal " + code + " " + detail);
  }
}
