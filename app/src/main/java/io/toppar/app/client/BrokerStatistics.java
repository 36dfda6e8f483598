package io.toppar.app.client;

import io.toppar.app.engine.ClientReadings;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.FetchDecision;
import org.jspecify.annotations.Nullable;

/**
 * A broker in {@link Statistics}. Immutable, any thread.
 *
 * <p>Requests count from when they are handed to the broker's connection, be it there or still
 * being made. Those for offsets that brokers keep ({@code offset.store.method=broker}) are not
 * counted.
 *
 * @param id its node id; -1 for requests that any broker may answer
 * @param endpoint its address; null where metadata does not name it
 * @param decision why it is or is not asked for records; null if no partition was ever read from it
 * @param partitions how many are read from it
 * @param requests how many were made
 * @param replies how many it has answered, be it with an error
 * @param requestsTimedOut how many ended because no reply came in time
 * @param requestsInFlight how many have not ended
 * @param sinceRequestMicros since the last request was made; -1 if none was
 * @param sinceReplyMicros since its last reply; -1 if there was none (B167)
 */
public record BrokerStatistics(
    int id,
    @Nullable BrokerEndpoint endpoint,
    @Nullable FetchDecision decision,
    int partitions,
    long requests,
    long replies,
    long requestsTimedOut,
    int requestsInFlight,
    long sinceRequestMicros,
    long sinceReplyMicros) {

  private static final long NANOS_PER_MICRO = 1_000;

  static BrokerStatistics of(ClientReadings.BrokerReadings broker) {
    ClientReadings.Traffic traffic = broker.traffic();
    return new BrokerStatistics(
        broker.id(),
        broker.endpoint(),
        broker.decision(),
        broker.partitions(),
        traffic.sent(),
        traffic.answered(),
        traffic.timedOut(),
        traffic.open(),
        micros(traffic.sinceSentNanos()),
        micros(traffic.sinceAnsweredNanos()));
  }

  /** An age, or -1 for what never was. */
  private static long micros(long nanos) {
    return nanos < 0 ? -1 : nanos / NANOS_PER_MICRO;
  }
}
