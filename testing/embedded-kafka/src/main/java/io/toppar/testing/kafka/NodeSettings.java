package io.toppar.testing.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node's properties file says before anybody overrides it: quick to start, to elect and to
 * stop; keeps data.
 */
final class NodeSettings {
  private NodeSettings() {}

  static Map<String, String> of(
      int id, List<Integer> ports, List<Integer> controllerPorts, String dataFolder) {
    int nodes = ports.size();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(id));
    settings.put(
        "listeners",
        "PLAINTEXT://%s:%d,CONTROLLER://%s:%d"
            .formatted(
                NodeLayout.HOST, ports.get(id - 1), NodeLayout.HOST, controllerPorts.get(id - 1)));
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("controller.quorum.voters", voters(controllerPorts));
    settings.put("log.dirs", dataFolder);
    settings.put("auto.create.topics.enable", "false");
    settings.putAll(replication(Math.min(3, nodes)));
    settings.putAll(timing());
    return settings;
  }

  private static String voters(List<Integer> controllerPorts) {
    StringBuilder voters = new StringBuilder();
    for (int i = 0; i < controllerPorts.size(); i++) {
      voters.append(i == 0 ? "" : ",").append(i + 1).append('@').append(NodeLayout.HOST);
      voters.append(':').append(controllerPorts.get(i));
    }
    return voters.toString();
  }

  private static Map<String, String> replication(int factor) {
    String copies = Integer.toString(factor);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("default.replication.factor", copies);
    settings.put("min.insync.replicas", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("offsets.topic.replication.factor", copies);
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", copies);
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("share.coordinator.state.topic.replication.factor", copies);
    settings.put("share.coordinator.state.topic.min.isr", "1");
    return settings;
  }

  private static Map<String, String> timing() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("broker.session.timeout.ms", "6000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.put("leader.imbalance.check.interval.seconds", "3600");
    settings.put("auto.leader.rebalance.enable", "false");
    settings.put("replica.lag.time.max.ms", "10000");
    settings.put("log.retention.ms", "-1"); // records of any age stay
    settings.put("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    return settings;
  }
}
