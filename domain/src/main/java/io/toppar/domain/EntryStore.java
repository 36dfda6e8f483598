package io.toppar.domain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The array under a {@link TopicPartitionList}, how it grows, and its index once it is long.
 *
 * <p>Owned by one list, single-threaded.
 */
final class EntryStore implements Iterable<TopicPartitionEntry> {

  /** Up to this many elements a scan is as quick as an index. */
  static final int INDEXED_ABOVE = 32;

  private static final int LEAST_GROWTH = 32;
  private static final TopicPartitionEntry[] NOTHING = {};

  private TopicPartitionEntry[] elements;
  private int size;
  private int changes;

  /** Null until a long list is searched, and after what disturbs the order. */
  private @Nullable PartitionIndex index;

  EntryStore(int capacity) {
    elements = capacity <= 0 ? NOTHING : new TopicPartitionEntry[capacity];
  }

  int size() {
    return size;
  }

  int capacity() {
    return elements.length;
  }

  TopicPartitionEntry at(int position) {
    if (position < 0 || position >= size) {
      throw new IndexOutOfBoundsException(
          "position " + position + " in a list of " + size + " topic-partitions");
    }
    return elements[position];
  }

  TopicPartitionEntry[] toArray() {
    return Arrays.copyOf(elements, size);
  }

  void makeRoomFor(int more) {
    if (size > elements.length - more) {
      grow(more);
    }
  }

  TopicPartitionEntry append(TopicPartitionEntry added) {
    makeRoomFor(1);
    elements[size++] = added;
    changes++;
    if (index != null) {
      index.add(added);
    }
    return added;
  }

  @Nullable TopicPartitionEntry find(String topic, int partition) {
    if (size > INDEXED_ABOVE) {
      return index().find(topic, partition);
    }
    for (int i = 0; i < size; i++) {
      if (elements[i].names(topic, partition)) {
        return elements[i];
      }
    }
    return null;
  }

  @Nullable TopicPartitionEntry first(Predicate<TopicPartitionEntry> wanted) {
    for (int i = 0; i < size; i++) {
      if (wanted.test(elements[i])) {
        return elements[i];
      }
    }
    return null;
  }

  /** Position of an element that is in the array. */
  int positionOf(TopicPartitionEntry element) {
    int position = 0;
    while (elements[position] != element) {
      position++;
    }
    return position;
  }

  boolean deleteAt(int position) {
    if (position < 0 || position >= size) {
      return false;
    }
    if (index != null) {
      index.remove(elements[position]);
    }
    System.arraycopy(elements, position + 1, elements, position, size - position - 1);
    truncate(size - 1);
    return true;
  }

  int deleteIf(Predicate<TopicPartitionEntry> unwanted) {
    TopicPartitionEntry[] kept = new TopicPartitionEntry[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (!unwanted.test(elements[i])) {
        kept[count++] = elements[i];
      }
    }
    int deleted = size - count;
    if (deleted > 0) {
      index = null;
      System.arraycopy(kept, 0, elements, 0, count);
      truncate(count);
    }
    return deleted;
  }

  void clear() {
    index = null;
    truncate(0);
  }

  void sort(Comparator<? super TopicPartitionEntry> order) {
    Arrays.sort(elements, 0, size, order);
    index = null;
    changes++;
  }

  /** Adds room for that many, or doubles where that is more, and by 32 at least (L2). */
  private void grow(int wanted) {
    int present = elements.length;
    int growth = wanted < present ? Math.max(present, LEAST_GROWTH) : wanted;
    elements = Arrays.copyOf(elements, Math.addExact(present, growth));
  }

  private void truncate(int newSize) {
    Arrays.fill(elements, newSize, size, null);
    size = newSize;
    changes++;
  }

  private PartitionIndex index() {
    PartitionIndex present = index;
    if (present == null) {
      present = new PartitionIndex(elements, size);
      index = present;
    }
    return present;
  }

  @Override
  public Iterator<TopicPartitionEntry> iterator() {
    return new Visit();
  }

  private final class Visit implements Iterator<TopicPartitionEntry> {
    private final int changesBefore = changes;
    private int next;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public TopicPartitionEntry next() {
      if (changes != changesBefore) {
        throw new ConcurrentModificationException("the list was changed while it was visited");
      }
      if (next >= size) {
        throw new NoSuchElementException("all " + size + " elements have been visited");
      }
      return elements[next++];
    }
  }
}
