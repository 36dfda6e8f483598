package io.toppar.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Toppars of one topic by partition number; it has room up to the highest that is in it.
 *
 * <p>Owned by one {@link Topic}, single-threaded. Looking up allocates nothing.
 */
final class PartitionTable {

  private static final Toppar[] NOTHING = {};

  private @Nullable Toppar[] byNumber = NOTHING;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  @Nullable Toppar get(int partition) {
    return partition >= 0 && partition < byNumber.length ? byNumber[partition] : null;
  }

  void put(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    if (partition >= byNumber.length) {
      long doubled = Math.min(2L * byNumber.length, Integer.MAX_VALUE - 8);
      byNumber = Arrays.copyOf(byNumber, (int) Math.max(partition + 1L, doubled));
    }
    if (byNumber[partition] == null) {
      size++;
    }
    byNumber[partition] = toppar;
  }

  /** Takes this toppar out; false if it is not the one that is in. */
  boolean remove(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    if (get(partition) != toppar) {
      return false;
    }
    byNumber[partition] = null;
    size--;
    if (size == 0) {
      byNumber = NOTHING;
    }
    return true;
  }

  /** Those from this number on, in the order of their numbers; a copy. */
  List<Toppar> from(int first) {
    List<Toppar> found = new ArrayList<>();
    for (int partition = first; partition < byNumber.length; partition++) {
      Toppar toppar = byNumber[partition];
      if (toppar != null) {
        found.add(toppar);
      }
    }
    return found;
  }
}
