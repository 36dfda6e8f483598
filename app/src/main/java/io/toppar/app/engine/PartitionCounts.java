package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Who waits to know how many partitions a topic has. The duty thread only. */
final class PartitionCounts {

  private final Map<String, List<CompletableFuture<Integer>>> waiting = new HashMap<>();

  /** Keeps a reply until the topic's partitions are known. */
  void await(String topic, CompletableFuture<Integer> reply) {
    waiting.computeIfAbsent(topic, first -> new ArrayList<>()).add(reply);
  }

  /** The topic has so many; 0 is not known yet. */
  void counted(String topic, int count) {
    if (count > 0) {
      take(topic).forEach(reply -> reply.complete(count));
    }
  }

  /** The topic cannot be used, by this error; NONE if it may yet be. */
  void refused(String topic, ErrorCode error) {
    if (error != ErrorCode.NONE) {
      EngineException refusal = new EngineException(error, topic + ": " + error.describe());
      take(topic).forEach(reply -> reply.completeExceptionally(refusal));
    }
  }

  /** Nothing becomes known any more, for this reason. */
  void end(EngineException why) {
    List.copyOf(waiting.keySet())
        .forEach(topic -> take(topic).forEach(reply -> reply.completeExceptionally(why)));
  }

  private List<CompletableFuture<Integer>> take(String topic) {
    List<CompletableFuture<Integer>> replies = waiting.remove(topic);
    return replies == null ? List.of() : replies;
  }
}
