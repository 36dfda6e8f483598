package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a {@link BrokerFault} hits: the next ones that match. Immutable, any thread.
 *
 * @param family the family of request
 * @param brokerId the broker that the request reaches, or {@link #ANY}
 * @param topicPartition a partition that the request asks for, or null for any
 * @param times how many requests are hit before the fault is over
 */
public record FaultTarget(
    RequestFamily family, int brokerId, @Nullable TopicPartition topicPartition, int times) {

  /** Any broker. */
  public static final int ANY = -1;

  /** Refuses to hit less than one request. */
  public FaultTarget {
    if (times < 1) {
      throw new IllegalArgumentException("a fault hits " + times + " requests; the least is 1");
    }
  }

  /** The next request of a family. */
  public static FaultTarget next(RequestFamily family) {
    return new FaultTarget(family, ANY, null, 1);
  }

  /** Only at this broker. */
  public FaultTarget at(int broker) {
    return new FaultTarget(family, broker, topicPartition, times);
  }

  /** Only if it asks for this partition. */
  public FaultTarget of(TopicPartition partition) {
    return new FaultTarget(family, brokerId, partition, times);
  }

  /** So many requests, not only one. */
  public FaultTarget times(int count) {
    return new FaultTarget(family, brokerId, topicPartition, count);
  }
}
