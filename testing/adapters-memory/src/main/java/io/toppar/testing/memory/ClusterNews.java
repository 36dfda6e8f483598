package io.toppar.testing.memory;

import java.util.ArrayList;
import java.util.List;

/** Tells of every change to a {@link MemoryCluster}. Guarded by it. */
final class ClusterNews {

  private final List<Runnable> listeners = new ArrayList<>();
  private long version;

  /** Rises with every change. */
  long version() {
    return version;
  }

  /** Told of every change, in the middle of it. */
  void listen(Runnable listener) {
    listeners.add(listener);
  }

  void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  /** Something has changed that an open request may wait for. */
  void changed() {
    version++;
    listeners.forEach(Runnable::run);
  }
}
