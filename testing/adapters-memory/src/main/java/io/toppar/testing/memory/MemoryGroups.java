package io.toppar.testing.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The consumer groups of a {@link MemoryCluster}. Guarded by the cluster. */
final class MemoryGroups {

  static final int NOBODY = -1;

  private final ClusterState state;
  private final Map<String, MemoryGroup> groups = new TreeMap<>();

  MemoryGroups(ClusterState state) {
    this.state = state;
  }

  /** The group of that name, which is there as soon as somebody names it. */
  MemoryGroup group(String name) {
    return groups.computeIfAbsent(name, key -> new MemoryGroup(firstHome(key)));
  }

  Iterable<MemoryGroup> all() {
    return groups.values();
  }

  /** The broker that coordinates a group: its home, or the next one that runs; or nobody. */
  int coordinator(String name) {
    int home = group(name).home();
    int next = NOBODY;
    int least = NOBODY;
    for (MemoryBroker broker : state.brokers()) {
      if (broker.isUp()) {
        least = least == NOBODY ? broker.id() : least;
        next = next == NOBODY && broker.id() >= home ? broker.id() : next;
      }
    }
    return next == NOBODY ? least : next;
  }

  private int firstHome(String name) {
    List<Integer> ids = new ArrayList<>();
    state.brokers().forEach(broker -> ids.add(broker.id()));
    return ids.get(Math.floorMod(name.hashCode(), ids.size()));
  }
}
