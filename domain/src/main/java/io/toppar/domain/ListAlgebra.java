package io.toppar.domain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lists taken as sets: intersection, difference and union, and lists compared as multisets (L7).
 *
 * <p>Stateless part of {@link TopicPartitionList}. Results are copies and follow the order of the
 * first list, whose duplicates stay.
 */
final class ListAlgebra {

  private record IdAndPartition(TopicId id, int partition) {
    IdAndPartition(TopicPartitionEntry element) {
      this(element.topicId(), element.partition());
    }
  }

  private ListAlgebra() {}

  static Predicate<TopicPartitionEntry> namedIn(TopicPartitionList list) {
    return e -> list.find(e.topic(), e.partition()) != null;
  }

  static Predicate<TopicPartitionEntry> identifiedIn(TopicPartitionList list) {
    Set<IdAndPartition> ids = new HashSet<>();
    for (TopicPartitionEntry element : list) {
      ids.add(new IdAndPartition(element));
    }
    return e -> ids.contains(new IdAndPartition(e));
  }

  /** All of a, then each of b that is neither in a nor added already. */
  static TopicPartitionList union(TopicPartitionList a, TopicPartitionList b) {
    TopicPartitionList union = a.copy();
    for (TopicPartitionEntry element : b) {
      if (union.find(element.topic(), element.partition()) == null) {
        union.addCopy(element);
      }
    }
    return union;
  }

  static TopicPartitionList unionById(TopicPartitionList a, TopicPartitionList b) {
    TopicPartitionList union = a.copy();
    Set<IdAndPartition> ids = new HashSet<>();
    for (TopicPartitionEntry element : a) {
      ids.add(new IdAndPartition(element));
    }
    for (TopicPartitionEntry element : b) {
      if (ids.add(new IdAndPartition(element))) {
        union.addCopy(element);
      }
    }
    return union;
  }

  static boolean sameElements(
      TopicPartitionEntry[] a, TopicPartitionEntry[] b, Comparator<TopicPartitionEntry> order) {
    if (a.length != b.length) {
      return false;
    }
    Arrays.sort(a, order);
    Arrays.sort(b, order);
    for (int i = 0; i < a.length; i++) {
      if (order.compare(a[i], b[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
