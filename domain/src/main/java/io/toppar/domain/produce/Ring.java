package io.toppar.domain.produce;

import org.jspecify.annotations.Nullable;

/**
 * A line of items that hold their own links: whoever is in it leaves it, and whoever comes is put
 * at any place, at no cost. Confined to the owner's thread; allocates nothing.
 *
 * @param <T> what stands in line
 */
final class Ring<T> {

  /** An item's place, of which it has one: it stands in one line at a time. */
  static final class Link<T> {

    private final T item;
    private @Nullable Ring<T> in;
    private Link<T> previous = this;
    private Link<T> next = this;

    Link(T item) {
      this.item = item;
    }

    /** Where the item stands, or null. */
    @Nullable Ring<T> in() {
      return in;
    }
  }

  private @Nullable Link<T> head;
  private int size;

  boolean isEmpty() {
    return head == null;
  }

  int size() {
    return size;
  }

  /** Who stands first, or null. */
  @Nullable T first() {
    return head == null ? null : head.item;
  }

  /** Who stands last, or null. */
  @Nullable T last() {
    return head == null ? null : head.previous.item;
  }

  /** Who stands behind, or null. */
  @Nullable T after(Link<T> link) {
    return link.next == head ? null : link.next.item;
  }

  void addLast(Link<T> added) {
    enter(added);
    if (head == null) {
      head = added;
    } else {
      insert(head, added);
    }
  }

  void addBefore(Link<T> successor, Link<T> added) {
    enter(added);
    insert(successor, added);
    if (successor == head) {
      head = added;
    }
  }

  void remove(Link<T> link) {
    if (link.in != this) {
      throw new IllegalStateException(link.item + " does not stand here");
    }
    if (head == link) {
      head = link.next == link ? null : link.next;
    }
    link.previous.next = link.next;
    link.next.previous = link.previous;
    link.previous = link;
    link.next = link;
    link.in = null;
    size--;
  }

  private void enter(Link<T> added) {
    if (added.in != null) {
      throw new IllegalStateException(added.item + " stands in a line already");
    }
    added.in = this;
    size++;
  }

  private void insert(Link<T> successor, Link<T> added) {
    added.previous = successor.previous;
    added.next = successor;
    added.previous.next = added;
    successor.previous = added;
  }
}
