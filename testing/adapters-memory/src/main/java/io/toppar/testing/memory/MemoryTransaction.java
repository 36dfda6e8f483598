package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A transaction of one producer on a {@link MemoryCluster}, open until {@link #commit} or {@link
 * #abort}. Any thread, one at a time.
 */
public final class MemoryTransaction {

  private final MemoryCluster cluster;
  private final LogTransaction transaction = new LogTransaction();
  private final Set<TopicPartition> touched = new LinkedHashSet<>();

  MemoryTransaction(MemoryCluster cluster) {
    this.cluster = cluster;
  }

  /** Appends one batch; the offset of its first record. */
  public long append(TopicPartition topicPartition, List<MemoryRecord> batch) {
    touched.add(topicPartition);
    synchronized (cluster) {
      long offset = cluster.desk().append(topicPartition, batch, transaction);
      cluster.desk().news().changed();
      return offset;
    }
  }

  /** Appends one batch; the offset of its first record. */
  public long append(TopicPartition topicPartition, MemoryRecord... batch) {
    return append(topicPartition, List.of(batch));
  }

  /** Commits an offset of a group with the transaction: it counts once that is committed. */
  public void commitOffset(String group, TopicPartition topicPartition, StoredOffset offset) {
    synchronized (cluster) {
      cluster.desk().state().groups().group(group).commit(transaction, topicPartition, offset);
      cluster.desk().news().changed();
    }
  }

  /** Commits: a marker is written to every partition touched. */
  public void commit() {
    end(true);
  }

  /** Aborts: a marker is written to every partition touched. */
  public void abort() {
    end(false);
  }

  private void end(boolean commit) {
    synchronized (cluster) {
      cluster.desk().end(transaction, touched, commit);
      cluster.desk().news().changed();
    }
  }
}
