package io.toppar.domain;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of topic-partitions, the argument and the result of most calls.
 *
 * <p>It may name a partition twice; {@code find} gives the first (L1). Elements keep their order
 * when others are deleted (L9). {@code find} by name is O(1) however long the list is: beyond 32
 * elements it keeps an index, which the caller never sees.
 *
 * <p>No locks: a list and its elements belong to one thread at a time (L5).
 */
public final class TopicPartitionList implements Iterable<TopicPartitionEntry> {

  private final EntryStore store;

  /** An empty list without any room. */
  public TopicPartitionList() {
    this(0);
  }

  /** An empty list with room for exactly this many elements; 0 and less make none (L3). */
  public TopicPartitionList(int capacity) {
    store = new EntryStore(capacity);
  }

  /** Number of elements. */
  public int size() {
    return store.size();
  }

  /** Whether there is no element. */
  public boolean isEmpty() {
    return store.size() == 0;
  }

  /** Number of elements for which there is room; never shrinks (L2, L4). */
  public int capacity() {
    return store.capacity();
  }

  /**
   * The element at this place.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public TopicPartitionEntry at(int position) {
    return store.at(position);
  }

  /** Appends an element of this name, also if there is one (L1); returns it. */
  public TopicPartitionEntry add(String topic, int partition) {
    return store.append(new TopicPartitionEntry(topic, partition));
  }

  /** Appends an element of this id, and of this name if that is known, else empty; returns it. */
  public TopicPartitionEntry add(TopicId topicId, String topic, int partition) {
    return add(topic, partition).topicId(topicId);
  }

  /**
   * Appends an element for each partition from first to last, both included; none if last is before
   * first.
   */
  public void addRange(String topic, int first, int last) {
    for (long partition = first; partition <= last; partition++) {
      add(topic, (int) partition);
    }
  }

  /** The first element of this name as it is, or a new one. */
  public TopicPartitionEntry upsert(String topic, int partition) {
    TopicPartitionEntry found = find(topic, partition);
    return found == null ? add(topic, partition) : found;
  }

  /** Appends a copy of the element, which may be of any list; returns the copy. */
  public TopicPartitionEntry addCopy(TopicPartitionEntry element) {
    return store.append(element.copy());
  }

  /** Appends copies of all elements of the other list, in order. */
  public void addAll(TopicPartitionList other) {
    int added = other.size();
    store.makeRoomFor(added);
    for (int i = 0; i < added; i++) {
      addCopy(other.at(i));
    }
  }

  /** A list of copies, with the same capacity. */
  public TopicPartitionList copy() {
    TopicPartitionList copy = new TopicPartitionList(capacity());
    copy.addAll(this);
    return copy;
  }

  /** The first element of this name, or null. */
  public @Nullable TopicPartitionEntry find(String topic, int partition) {
    return store.find(topic, partition);
  }

  /**
   * The first element of this id and number, or null. A scan: replies that name topics by id are
   * resolved where the request was written, so nobody looks up by id in a loop, and an index would
   * cost every element two links more for a field that most lists leave empty.
   */
  public @Nullable TopicPartitionEntry findById(TopicId topicId, int partition) {
    return store.first(e -> e.partition() == partition && e.topicId().equals(topicId));
  }

  /** The first element of this topic, whichever partition, or null; a scan. */
  public @Nullable TopicPartitionEntry findTopic(String topic) {
    return store.first(e -> e.topic().equals(topic));
  }

  /** Position of the first element of this name, or -1. */
  public int indexOf(String topic, int partition) {
    TopicPartitionEntry found = find(topic, partition);
    return found == null ? -1 : store.positionOf(found);
  }

  /** Deletes the first element of this name; false if there is none. */
  public boolean delete(String topic, int partition) {
    return deleteAt(indexOf(topic, partition));
  }

  /** Deletes the element at this place; false if there is none. The rest keeps its order. */
  public boolean deleteAt(int position) {
    return store.deleteAt(position);
  }

  /** Deletes every element that fits; returns how many. The rest keeps its order. */
  public int deleteIf(Predicate<TopicPartitionEntry> unwanted) {
    return store.deleteIf(unwanted);
  }

  /** Deletes all elements and keeps the room (L4). */
  public void clear() {
    store.clear();
  }

  /** Sorts by topic and partition; equal elements keep their order (L6). */
  public void sort() {
    sort(PartitionOrder.BY_NAME);
  }

  /** Sorts; elements that are equal in this order keep theirs. */
  public void sort(Comparator<? super TopicPartitionEntry> order) {
    store.sort(order);
  }

  /** Sets the offset of the first element of this name; unknown partition if there is none. */
  public ErrorCode setOffset(String topic, int partition, long offset) {
    TopicPartitionEntry found = find(topic, partition);
    if (found == null) {
      return ErrorCode.LOCAL_UNKNOWN_PARTITION;
    }
    found.offset(offset);
    return ErrorCode.NONE;
  }

  /** Sets the offset of every element. */
  public void resetOffsets(long offset) {
    for (TopicPartitionEntry element : store) {
      element.offset(offset);
    }
  }

  /** Sets the error of every element. */
  public void setError(ErrorCode error) {
    for (TopicPartitionEntry element : store) {
      element.error(error);
    }
  }

  /** The first error in list order; {@link ErrorCode#NONE} if there is none. */
  public ErrorCode firstError() {
    TopicPartitionEntry failed = store.first(e -> e.error() != ErrorCode.NONE);
    return failed == null ? ErrorCode.NONE : failed.error();
  }

  /** Number of elements whose offset is a position in the log. */
  public int countAbsolute() {
    int count = 0;
    for (TopicPartitionEntry element : store) {
      if (Offsets.isAbsolute(element.offset())) {
        count++;
      }
    }
    return count;
  }

  /**
   * Takes results: each element here that the other list names gets what is said of it there,
   * metadata included; the rest is left as it is and nothing is added (B008, B010).
   */
  public void update(TopicPartitionList results) {
    for (TopicPartitionEntry element : store) {
      TopicPartitionEntry result = results.find(element.topic(), element.partition());
      if (result != null) {
        element.update(result);
      }
    }
  }

  /** A new list of copies of the elements that fit. */
  public TopicPartitionList match(Predicate<TopicPartitionEntry> wanted) {
    TopicPartitionList matching = new TopicPartitionList();
    for (TopicPartitionEntry element : store) {
      if (wanted.test(element)) {
        matching.addCopy(element);
      }
    }
    return matching;
  }

  /** The distinct topic names, in order of appearance; {@link TopicPatterns expressions} too. */
  public List<String> topics() {
    Set<String> names = new LinkedHashSet<>();
    for (TopicPartitionEntry element : store) {
      names.add(element.topic());
    }
    return List.copyOf(names);
  }

  /** The first element that names what an earlier one does, or null. Reorders nothing. */
  public @Nullable TopicPartitionEntry firstDuplicate() {
    return store.first(e -> find(e.topic(), e.partition()) != e);
  }

  /** The first element that names a topic which an earlier one does, or null. */
  public @Nullable TopicPartitionEntry firstRepeatedTopic() {
    Set<String> seen = new HashSet<>();
    return store.first(e -> !seen.add(e.topic()));
  }

  /**
   * Whether both lists hold the same elements equally often, in whatever order (L7).
   *
   * @param order says which elements are the same: those that compare as 0
   */
  public boolean sameElements(TopicPartitionList other, Comparator<TopicPartitionEntry> order) {
    return ListAlgebra.sameElements(store.toArray(), other.store.toArray(), order);
  }

  /** Copies of the elements that the other list names too. */
  public TopicPartitionList intersection(TopicPartitionList other) {
    return match(ListAlgebra.namedIn(other));
  }

  /** Copies of the elements whose id and number the other list has too. */
  public TopicPartitionList intersectionById(TopicPartitionList other) {
    return match(ListAlgebra.identifiedIn(other));
  }

  /** Copies of the elements that the other list does not name. */
  public TopicPartitionList difference(TopicPartitionList other) {
    return match(ListAlgebra.namedIn(other).negate());
  }

  /** Copies of the elements whose id and number the other list does not have. */
  public TopicPartitionList differenceById(TopicPartitionList other) {
    return match(ListAlgebra.identifiedIn(other).negate());
  }

  /** Copies of all elements, then of those that only the other list names, each name once. */
  public TopicPartitionList union(TopicPartitionList other) {
    return ListAlgebra.union(this, other);
  }

  /**
   * Copies of all elements, then of those whose id and number only the other list has, each once.
   */
  public TopicPartitionList unionById(TopicPartitionList other) {
    return ListAlgebra.unionById(this, other);
  }

  /**
   * Why this list cannot be assigned, or null if it can (L13, B005).
   *
   * @param assigned what is assigned already and must not be named again; null if this is to be the
   *     whole assignment
   */
  public @Nullable AssignmentRefusal assignmentRefusal(@Nullable TopicPartitionList assigned) {
    return AssignmentRules.refusal(this, assigned);
  }

  /** A sorted copy ready to be assigned: where there is no offset, the stored one (L13). */
  public TopicPartitionList preparedForAssignment() {
    return AssignmentRules.prepared(this);
  }

  /**
   * The elements for people: {@code topic(id)[partition]@offset(error)}, without the parts that an
   * element does not have, joined by comma and space (L10). Empty if no element is printed.
   *
   * @param maxChars what is longer is cut and ends in three dots
   */
  public String text(ListText form, int maxChars) {
    return form.of(this, maxChars);
  }

  /** All elements, uncut. */
  @Override
  public String toString() {
    return text(ListText.ALL, Integer.MAX_VALUE);
  }

  /** First to last; fails when the list is changed meanwhile. To delete, see {@link #deleteIf}. */
  @Override
  public Iterator<TopicPartitionEntry> iterator() {
    return store.iterator();
  }
}
