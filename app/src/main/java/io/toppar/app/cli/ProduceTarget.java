package io.toppar.app.cli;

import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatistics;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where {@code produce} sends to. What the producer has to know of it before it can send tells
 * whether it is there, too; brokers are asked why only if it is not. One thread.
 */
final class ProduceTarget {

  private final Producer producer;
  private final ProducePlan plan;
  private final CompletableFuture<Integer> partitions;

  /** Asks for it. */
  ProduceTarget(Producer producer, ProducePlan plan) {
    this.producer = producer;
    this.plan = plan;
    partitions = producer.partitionCount(plan.topic()).toCompletableFuture();
  }

  /** Refuses a topic or partition that is not there, unless brokers may make it. */
  void require(ClusterOptions cluster, Configuration configuration) {
    if (isFound(ClusterOptions.patience(configuration))) {
      return;
    }
    TopicsThere there =
        new TopicsThere(
            cluster.metadata(
                (topics, patience) -> producer.clusterMetadata(topics, patience.dividedBy(2)),
                configuration,
                List.of(plan.topic())));
    if (!configuration.value(ClientKeys.ALLOW_AUTO_CREATE_TOPICS)) {
      there.require(plan.topic(), cluster.brokers());
      if (plan.partition() != InputMessage.NONE) {
        there.requirePartition(plan.topic(), plan.partition());
      }
    }
  }

  /** Whether it is there by the first answer; no answer is awaited for half of the patience. */
  private boolean isFound(Duration patience) {
    long turns = patience.toMillis() / 2 / ProduceRun.TURN_MILLIS;
    while (!isKnown() && !isRefused(patience) && turns > 0) {
      turns--;
    }
    return partitions.isDone()
        && !partitions.isCompletedExceptionally()
        && plan.partition() < partitions.join();
  }

  /** Brokers that do not know a topic are asked again for a while before its sending fails. */
  private boolean isRefused(Duration patience) {
    ProducerStatistics.Topic topic = producer.statistics(patience).topics().get(plan.topic());
    return topic != null && topic.error() != ErrorCode.NONE;
  }

  /**
   * Whether its partitions are known, or that it has none, by which what is sent will fail, and be
   * counted. Waits a turn for it.
   */
  boolean isKnown() {
    try {
      partitions.get(ProduceRun.TURN_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
