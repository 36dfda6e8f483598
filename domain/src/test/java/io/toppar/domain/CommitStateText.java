package io.toppar.domain;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A canonical text of a commit machine: equal for states that differ only in the time, in tickets,
 * in positions and in words. It takes every field there is, so that a new one is not forgotten.
 */
final class CommitStateText {

  /** Settings, words for people, and what makes chance. */
  private static final Set<String> LEFT_OUT =
      Set.of("group", "config", "random", "detail", "firstNanos", "greatestNanos", "context");

  private final StringBuilder text = new StringBuilder();
  private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final long now;

  private CommitStateText(long now) {
    this.now = now;
  }

  static String of(CommitWorld world) {
    CommitStateText state = new CommitStateText(world.now);
    state.append(world.machine);
    state.text.append(world.finding);
    state.append(world.committing);
    state.append(world.fetching);
    return state.text.toString();
  }

  private void append(@Nullable Object value) {
    if (value == null || value instanceof Enum || value instanceof TopicPartition) {
      text.append(value).append(' ');
    } else if (value instanceof OffsetToCommit offset) {
      text.append(offset.topicPartition());
      number(offset.offset());
    } else if (value instanceof Number || value instanceof Boolean) {
      text.append(value).append(' ');
    } else if (seen.containsKey(value)) {
      text.append('#').append(seen.get(value)).append(' ');
    } else if (value instanceof Collection<?> items) {
      text.append('[');
      items.forEach(this::append);
      text.append(']');
    } else if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, item) -> sorted.put(key.toString(), item));
      sorted.values().forEach(this::append);
    } else {
      seen.put(value, seen.size());
      fields(value);
    }
  }

  private void fields(Object value) {
    text.append(value.getClass().getSimpleName()).append('{');
    for (Field field : value.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !LEFT_OUT.contains(field.getName())) {
        try {
          field.setAccessible(true);
          append(field, field.get(value));
        } catch (IllegalAccessException e) {
          throw new AssertionError(field + " cannot be read", e);
        }
      }
    }
    text.append('}');
  }

  private void append(Field field, @Nullable Object value) {
    if (field.getType() != long.class || value == null) {
      append(value);
    } else if (field.getName().equals("id")) {
      number((long) value);
    } else {
      long time = (long) value;
      text.append(time == Deadlines.NONE ? "never" : String.valueOf(Math.max(0, time - now)));
      text.append(' ');
    }
  }

  /** Tickets and positions only ever rise: one is as good as another. */
  private void number(long value) {
    text.append(numbers.computeIfAbsent(value, any -> numbers.size())).append(' ');
  }
}
