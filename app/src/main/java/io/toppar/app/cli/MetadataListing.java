package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Metadata as kcat's {@code -L} prints it, as text and as JSON. */
final class MetadataListing {

  private final ClusterMetadata cluster;
  private final String bootstrap;
  private final @Nullable String topic;

  MetadataListing(ClusterMetadata cluster, String bootstrap, @Nullable String topic) {
    this.cluster = cluster;
    this.bootstrap = bootstrap;
    this.topic = topic;
  }

  void appendText(Bytes out) {
    out.append("Metadata for " + (topic == null ? "all topics" : topic) + " (from " + bootstrap)
        .append("):\n");
    out.append(" " + cluster.brokers().size() + " brokers:\n");
    for (BrokerEndpoint broker : brokers()) {
      out.append("  broker " + broker.id() + " at " + address(broker));
      out.append(broker.id() == cluster.controllerId() ? " (controller)\n" : "\n");
    }
    out.append(" " + cluster.topics().size() + " topics:\n");
    topics().forEach(listed -> appendText(listed, out));
  }

  private static void appendText(TopicMetadata topic, Bytes out) {
    out.append("  topic \"" + topic.name() + "\" with " + topic.partitions().size());
    out.append(" partitions:" + textOf(topic.error(), " ") + "\n");
    for (PartitionMetadata partition : partitions(topic)) {
      out.append("    partition " + partition.partition() + ", leader " + partition.leaderId());
      out.append(", replicas: " + joined(partition.replicas()));
      out.append(", isrs: " + joined(partition.inSyncReplicas()));
      out.append(textOf(partition.error(), ", ") + "\n");
    }
  }

  private static String textOf(ErrorCode error, String before) {
    return error == ErrorCode.NONE ? "" : before + error + ": " + error.text();
  }

  void appendJson(Bytes out) {
    out.append("{\"originating_broker\":{\"id\":-1,\"name\":");
    Json.append(bootstrap + "/bootstrap", out);
    out.append("},\"query\":{\"topic\":");
    Json.append(topic == null ? "*" : topic, out);
    out.append("},\"controllerid\":" + cluster.controllerId() + ",\"brokers\":[");
    String comma = "";
    for (BrokerEndpoint broker : brokers()) {
      out.append(comma + "{\"id\":" + broker.id() + ",\"name\":");
      Json.append(address(broker), out);
      out.append('}');
      comma = ",";
    }
    out.append("],\"topics\":[");
    comma = "";
    for (TopicMetadata listed : topics()) {
      out.append(comma);
      appendJson(listed, out);
      comma = ",";
    }
    out.append("]}\n");
  }

  private static void appendJson(TopicMetadata topic, Bytes out) {
    out.append("{\"topic\":");
    Json.append(topic.name(), out);
    appendError(topic.error(), out);
    out.append(",\"partitions\":[");
    String comma = "";
    for (PartitionMetadata partition : partitions(topic)) {
      out.append(comma + "{\"partition\":" + partition.partition());
      appendError(partition.error(), out);
      out.append(",\"leader\":" + partition.leaderId());
      out.append(",\"replicas\":[" + objects(partition.replicas()));
      out.append("],\"isrs\":[" + objects(partition.inSyncReplicas()) + "]}");
      comma = ",";
    }
    out.append("]}");
  }

  private static void appendError(ErrorCode error, Bytes out) {
    if (error != ErrorCode.NONE) {
      out.append(",\"error\":");
      Json.append(error + ": " + error.text(), out);
    }
  }

  private List<BrokerEndpoint> brokers() {
    return cluster.brokers().stream().sorted(Comparator.comparingInt(BrokerEndpoint::id)).toList();
  }

  private List<TopicMetadata> topics() {
    return cluster.topics().stream().sorted(Comparator.comparing(TopicMetadata::name)).toList();
  }

  private static List<PartitionMetadata> partitions(TopicMetadata topic) {
    return topic.partitions().stream()
        .sorted(Comparator.comparingInt(PartitionMetadata::partition))
        .toList();
  }

  private static String address(BrokerEndpoint broker) {
    String host = broker.host();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + broker.port();
  }

  private static String joined(List<Integer> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static String objects(List<Integer> ids) {
    return ids.stream().map(id -> "{\"id\":" + id + "}").collect(Collectors.joining(","));
  }
}
