package io.toppar.protocol.generator;

import java.util.List;

/**
 * A call that Toppar speaks, and the versions of it that are worth code.
 *
 * <p>The floor is the newest version that a 2.1 broker and today's have in common, or the oldest
 * one of a call that came later. The ceiling is the newest stable version of the schema, unless
 * {@code limit} stops short of it.
 */
record SpokenApi(String name, int floor, int limit) {

  static final List<SpokenApi> ALL =
      List.of(
          from("AddOffsetsToTxn", 1),
          // Versions 4 and up are spoken between brokers only (KIP-890).
          new SpokenApi("AddPartitionsToTxn", 1, 3),
          from("ApiVersions", 0),
          from("ConsumerGroupDescribe", 0),
          from("ConsumerGroupHeartbeat", 0),
          from("CreatePartitions", 0),
          from("CreateTopics", 3),
          from("DeleteGroups", 0),
          from("DeleteRecords", 1),
          from("DeleteTopics", 3),
          from("DescribeCluster", 0),
          from("DescribeGroups", 0),
          from("DescribeTopicPartitions", 0),
          from("EndTxn", 1),
          from("Fetch", 10),
          from("FindCoordinator", 2),
          from("GetTelemetrySubscriptions", 0),
          from("Heartbeat", 2),
          from("InitProducerId", 1),
          from("JoinGroup", 3),
          from("LeaveGroup", 2),
          from("ListGroups", 0),
          from("ListOffsets", 4),
          from("Metadata", 7),
          from("OffsetCommit", 6),
          from("OffsetDelete", 0),
          from("OffsetFetch", 5),
          from("OffsetForLeaderEpoch", 2),
          from("Produce", 7),
          from("PushTelemetry", 0),
          from("SaslAuthenticate", 0),
          from("SaslHandshake", 1),
          from("ShareAcknowledge", 1),
          from("ShareFetch", 1),
          from("ShareGroupDescribe", 1),
          from("ShareGroupHeartbeat", 1),
          from("SyncGroup", 2),
          from("TxnOffsetCommit", 2));

  private static SpokenApi from(String name, int floor) {
    return new SpokenApi(name, floor, Short.MAX_VALUE);
  }

  VersionRange versions() {
    return new VersionRange(floor, limit);
  }
}
