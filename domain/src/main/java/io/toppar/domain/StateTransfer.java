package io.toppar.domain;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the machines being taken, or restored: each machine hands every field to it and
 * keeps what comes back.
 *
 * <p>Confined to the owner's thread. One method of a machine serves both ways, so that snapshot and
 * restore cannot disagree. Taking gives back what was handed in; restoring does not look at it. The
 * methods differ by what a value means, because states that differ only in names are the same to
 * whoever explores them (deadlines relative to now, versions to the present one).
 */
interface StateTransfer {

  /** An offset, an epoch, a size: means what it is. */
  long number(long value);

  /** As {@link #number(long)}. */
  int number(int value);

  boolean flag(boolean value);

  /** A moment, or {@link Deadlines#NONE}. */
  long deadline(long value);

  /** A version, session or request number: the one given last. */
  int latest(int value);

  /** A version, session or request number, which is only ever compared; 0 for none. */
  int serial(int value, int latest);

  /** A broker's id, or {@link Toppar#NO_BROKER}. */
  int broker(int value);

  /** Counted for people; nothing is decided by it. */
  long counter(long value);

  /** As {@link #counter(long)}. */
  int counter(int value);

  <E extends Enum<E>> @Nullable E choice(Class<E> kind, @Nullable E value);

  /** Only whether there is a text, and an empty one, decides anything. */
  @Nullable String text(@Nullable String value);

  /** A toppar by its name; null while restoring. */
  Toppar toppar(@Nullable TopicPartition value);

  /** Hands every item to {@code item}; restoring fills the list with what it makes of null. */
  <T extends @Nullable Object> void list(List<T> items, UnaryOperator<@Nullable T> item);
}
