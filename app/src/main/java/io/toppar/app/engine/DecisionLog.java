package io.toppar.app.engine;

import io.toppar.domain.FetchDecision;
import io.toppar.domain.Toppar;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs, at debug level, why partitions and brokers are or are not fetched, each time the reason
 * changes (F1). The duty thread only; looks at nothing while the level is off.
 */
final class DecisionLog {

  private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

  private DecisionLog() {}

  /** A lane has been asked for its next Fetch. */
  static void look(Lane lane) {
    if (!LOG.isDebugEnabled()) {
      return;
    }
    for (Partition partition : lane.members) {
      String line = change(partition.loggedDecision, partition.toppar);
      if (line != null) {
        partition.loggedDecision = partition.toppar.decision();
        LOG.debug(line);
      }
    }
    FetchDecision decision = lane.machine.decision();
    if (decision != lane.loggedDecision) {
      lane.loggedDecision = decision;
      LOG.debug("broker {}: {}", lane.brokerId, decision);
    }
  }

  /** What to say of a partition for which this was said last, or null. */
  static @Nullable String change(@Nullable FetchDecision said, Toppar toppar) {
    FetchDecision decision = toppar.decision();
    if (decision == said) {
      return null;
    }
    String before = said == null ? "" : ", was " + said;
    return toppar.topicPartition()
        + " at "
        + toppar.fetchOffset()
        + " on broker "
        + toppar.brokerId()
        + ": "
        + decision
        + before;
  }
}
