package io.toppar.testing.simulation;

import io.toppar.app.client.CommitResult;
import io.toppar.app.client.OffsetResult;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * What a {@link User} has asked a client without waiting: each must be answered, and truly, before
 * the client is closed. Confined to its simulation's thread.
 */
final class Questions {

  private final Cluster cluster;
  private final Transcript transcript;
  private final Client client;
  private final List<CompletableFuture<?>> open = new ArrayList<>();

  Questions(Cluster cluster, Transcript transcript, Client client) {
    this.cluster = cluster;
    this.transcript = transcript;
    this.client = client;
  }

  void commit() {
    transcript.note("commit all", 0, 0, 0);
    CompletionStage<Map<TopicPartition, CommitResult>> stage = client.consumer().commitAsync();
    open.add(stage.toCompletableFuture());
  }

  void askEnd(int partition) {
    transcript.note("ask", partition, 0, 0);
    PartitionModel log = cluster.log(partition);
    long low = cluster.readableEnd(log);
    int cuts = log.cuts();
    CompletionStage<Map<TopicPartition, OffsetResult>> stage =
        client
            .consumer()
            .offsetsForTimesAsync(Map.of(log.name, Offsets.END), Duration.ofSeconds(20));
    open.add(
        stage
            .toCompletableFuture()
            .thenAccept(
                results -> {
                  OffsetResult result = results.get(log.name);
                  if (result != null && result.isOk() && log.cuts() == cuts) {
                    long offset = result.offset();
                    Violation.require(
                        offset >= low && offset <= cluster.readableEnd(log),
                        Kind.RESOLVED,
                        log.name + " is said to end at " + offset + ", asked at " + low);
                  }
                }));
  }

  /** Who asked is dead. */
  void forget() {
    open.clear();
  }

  /** To be called when the client is closed. */
  void requireAnswered() {
    for (CompletableFuture<?> question : open) {
      Violation.require(question.isDone(), Kind.DEADLINE, "a question was never answered");
      if (question.isCompletedExceptionally()) {
        try {
          question.join();
        } catch (CompletionException e) {
          if (e.getCause() instanceof Violation violation) {
            throw violation;
          }
        }
      }
    }
    open.clear();
    Violation.require(
        client.brokers().open() == 0, Kind.DEADLINE, "requests are open after the close");
  }
}
