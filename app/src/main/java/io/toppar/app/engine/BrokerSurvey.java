package io.toppar.app.engine;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.MetadataCache;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes the readings of brokers, which no client has others of. The duty thread only. */
final class BrokerSurvey {

  private final MetadataCache cache;
  private final BrokerCalls calls;

  /** Finds what one reads from a broker. */
  interface Reading {
    @Nullable Lane lane(int brokerId);
  }

  BrokerSurvey(MetadataCache cache, BrokerCalls calls) {
    this.cache = cache;
    this.calls = calls;
  }

  /** Those that metadata names or that were asked anything, by node id. */
  List<ClientReadings.BrokerReadings> take(Reading reading, long nowNanos) {
    Map<Integer, ClientReadings.BrokerReadings> brokers = new TreeMap<>();
    for (BrokerEndpoint endpoint : cache.brokers()) {
      brokers.put(endpoint.id(), broker(endpoint.id(), endpoint, reading, nowNanos));
    }
    for (int id : calls.brokers()) {
      brokers.computeIfAbsent(id, unnamed -> broker(unnamed, null, reading, nowNanos));
    }
    return List.copyOf(brokers.values());
  }

  private ClientReadings.BrokerReadings broker(
      int id, @Nullable BrokerEndpoint endpoint, Reading reading, long nowNanos) {
    Lane lane = reading.lane(id);
    return new ClientReadings.BrokerReadings(
        id,
        endpoint,
        lane == null ? null : lane.decision(),
        lane == null ? 0 : lane.members.size(),
        calls.traffic(id, nowNanos));
  }
}
