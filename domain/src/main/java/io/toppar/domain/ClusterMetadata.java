package io.toppar.domain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One metadata answer. Immutable, any thread.
 *
 * @param brokers the live brokers
 * @param controllerId node id of the controller, or -1
 * @param clusterId the cluster's id, or null where the broker does not tell
 * @param topics the topics asked for, or all
 */
public record ClusterMetadata(
    List<BrokerEndpoint> brokers,
    int controllerId,
    @Nullable String clusterId,
    List<TopicMetadata> topics) {}
