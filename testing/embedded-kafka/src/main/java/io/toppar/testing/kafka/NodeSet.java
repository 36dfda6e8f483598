package io.toppar.testing.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.requests.MetadataResponse;

/** The processes of one cluster's nodes. Calls are serialised, so any thread may make them. */
final class NodeSet implements AutoCloseable {
  private static final Duration STOP_SPAN = Duration.ofSeconds(10);

  private final ClusterFolder folder;
  private final List<String> jvmArguments;
  private final Duration timeout;
  private final List<NodeProcess> processes = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  NodeSet(ClusterFolder folder, List<String> jvmArguments, Duration timeout) {
    this.folder = folder;
    this.jvmArguments = jvmArguments;
    this.timeout = timeout;
  }

  /** Starts all at once and waits until each knows all. */
  synchronized void startAll(List<NodeLayout> layouts) throws InterruptedException {
    for (NodeLayout layout : layouts) {
      processes.add(spawn(layout));
    }
    awaitUp(processes);
  }

  private NodeProcess spawn(NodeLayout layout) {
    if (closed) {
      throw new BrokerFailure("broker %d: the brokers are closed".formatted(layout.id()));
    }
    return NodeProcess.start(layout, folder.clusterId(), jvmArguments, folder.temporary());
  }

  private void awaitUp(List<NodeProcess> started) throws InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    for (NodeProcess process : started) {
      process.awaitStarted(deadline);
    }
    if (!deadline.await(this::allKnowAll)) {
      throw new BrokerFailure(
          "the brokers did not find one another in %s%s"
              .formatted(deadline, started.get(0).advice()));
    }
  }

  private boolean allKnowAll() {
    Set<Integer> live = new HashSet<>();
    live().forEach(node -> live.add(node.id()));
    for (NodeLayout node : live()) {
      Optional<MetadataResponse> view = MetadataProbe.ask(node, List.of());
      Set<Integer> known = new HashSet<>();
      view.ifPresent(response -> response.brokers().stream().map(Node::id).forEach(known::add));
      if (!known.containsAll(live)) {
        return false;
      }
    }
    return true;
  }

  /** The nodes that run and are not frozen. */
  synchronized List<NodeLayout> live() {
    return processes.stream().filter(NodeProcess::isLive).map(NodeProcess::layout).toList();
  }

  /** Every node, whether it runs or not. */
  synchronized List<NodeLayout> all() {
    return processes.stream().map(NodeProcess::layout).toList();
  }

  Path folder() {
    return folder.path();
  }

  boolean isClosing() {
    return closed;
  }

  synchronized NodeProcess process(int node) {
    if (node < 1 || node > processes.size()) {
      throw new IllegalArgumentException("node %d, of 1 to %d".formatted(node, processes.size()));
    }
    return processes.get(node - 1);
  }

  synchronized void stop(int node) throws InterruptedException {
    process(node).stop();
  }

  synchronized void kill(int node) throws InterruptedException {
    process(node).kill();
  }

  synchronized void freeze(int node) {
    process(node).freeze();
  }

  synchronized void thaw(int node) {
    process(node).thaw();
  }

  synchronized void restart(int node) throws InterruptedException {
    NodeProcess old = process(node);
    old.stop();
    NodeProcess next = spawn(old.layout());
    processes.set(node - 1, next);
    awaitUp(List.of(next));
  }

  /**
   * Ends all: at once if the folder is ours to delete, else giving them time to write down where
   * they are. The first signals go out without the lock, so that whoever waits for a node to come
   * up notices and lets go of it.
   */
  @Override
  public void close() {
    closed = true;
    if (folder.temporary()) {
      processes.forEach(NodeProcess::requestKill);
    } else {
      processes.forEach(NodeProcess::requestStop);
    }
    endAll();
  }

  private synchronized void endAll() {
    try {
      if (!folder.temporary()) {
        processes.forEach(NodeProcess::thaw);
        processes.forEach(NodeProcess::requestStop);
        Deadline.in(STOP_SPAN).await(() -> processes.stream().noneMatch(NodeProcess::isAlive));
      }
      for (NodeProcess process : processes) {
        process.kill();
      }
      folder.discard();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
