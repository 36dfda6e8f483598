package io.toppar.testing.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers shall be like. Not thread-safe. Without any choice: one node, free ports, a
 * temporary folder that is deleted on exit.
 *
 * <p>Values of properties may contain {@code {node}} and {@code {port}}, which become the node's id
 * and port.
 */
public final class EmbeddedKafkaBuilder {
  private int nodes = 1;
  private @Nullable Path directory;
  private List<Integer> ports = List.of();
  private Duration timeout = Duration.ofMinutes(2);
  private final List<String> jvmArguments = new ArrayList<>();
  private final Map<String, String> config = new LinkedHashMap<>();
  private final Map<Integer, Map<String, String>> nodeConfig = new LinkedHashMap<>();

  EmbeddedKafkaBuilder() {}

  /** How many nodes, each broker and controller; their ids are 1 to {@code count}. */
  public EmbeddedKafkaBuilder nodes(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("nodes: " + count + ", at least 1");
    }
    this.nodes = count;
    return this;
  }

  /**
   * Where data, properties and logs go. A folder given here is kept, and a later start finds its
   * data.
   */
  public EmbeddedKafkaBuilder directory(Path folder) {
    this.directory = Objects.requireNonNull(folder, "folder");
    return this;
  }

  /** The port clients use, of each node in order. */
  public EmbeddedKafkaBuilder ports(Integer... eachNode) {
    this.ports = List.of(eachNode);
    return this;
  }

  /** A broker property of all nodes. */
  public EmbeddedKafkaBuilder config(String key, String value) {
    config.put(key, value);
    return this;
  }

  /** A broker property of one node; goes before one of all nodes. */
  public EmbeddedKafkaBuilder config(int node, String key, String value) {
    nodeConfig.computeIfAbsent(node, id -> new LinkedHashMap<>()).put(key, value);
    return this;
  }

  /**
   * Arguments for the brokers' JVMs, after ours, which say {@code -Xmx512m -XX:+UseSerialGC
   * -XX:TieredStopAtLevel=1}: quick to start. Brokers that have much to do want {@code
   * -XX:TieredStopAtLevel=4}.
   */
  public EmbeddedKafkaBuilder jvmArguments(String... arguments) {
    jvmArguments.addAll(List.of(arguments));
    return this;
  }

  /** How long to wait for nodes and for changes to be known everywhere; 120 seconds if not said. */
  public EmbeddedKafkaBuilder timeout(Duration longest) {
    this.timeout = Objects.requireNonNull(longest, "longest");
    return this;
  }

  /**
   * Starts the nodes; they answer when this returns.
   *
   * @throws BrokerFailure if a node does not come up; none is left running then
   */
  public EmbeddedKafka start() {
    if (!ports.isEmpty() && ports.size() != nodes) {
      throw new IllegalArgumentException(
          "%d ports for %d nodes: give one for each".formatted(ports.size(), nodes));
    }
    for (int id : nodeConfig.keySet()) {
      if (id < 1 || id > nodes) {
        throw new IllegalArgumentException("config of node %d, of 1 to %d".formatted(id, nodes));
      }
    }
    return ClusterStart.run(this);
  }

  int nodeCount() {
    return nodes;
  }

  @Nullable Path chosenDirectory() {
    return directory;
  }

  List<Integer> chosenPorts() {
    return ports;
  }

  List<String> chosenJvmArguments() {
    return List.copyOf(jvmArguments);
  }

  Duration chosenTimeout() {
    return timeout;
  }

  /** Where each node lives, on the chosen ports or on free ones. */
  List<NodeLayout> layouts(ClusterFolder folder) {
    boolean chosen = !ports.isEmpty();
    List<Integer> free = FreePorts.pick(chosen ? nodes : 2 * nodes);
    List<Integer> clientPorts = chosen ? ports : free.subList(nodes, 2 * nodes);
    List<Integer> controllerPorts = free.subList(0, nodes);
    List<NodeLayout> layouts = new ArrayList<>();
    for (int id = 1; id <= nodes; id++) {
      Path home = folder.node(id);
      Map<String, String> settings =
          NodeSettings.of(id, clientPorts, controllerPorts, home.resolve("data").toString());
      settings.putAll(config);
      settings.putAll(nodeConfig.getOrDefault(id, Map.of()));
      int port = clientPorts.get(id - 1);
      String node = Integer.toString(id);
      settings.replaceAll(
          (key, value) -> value.replace("{node}", node).replace("{port}", Integer.toString(port)));
      layouts.add(
          new NodeLayout(id, home, port, controllerPorts.get(id - 1), Map.copyOf(settings)));
    }
    return layouts;
  }
}
