package io.toppar.testing.simulation;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Steps and settings as lines of text, and back: the name of the record, then its components.
 * Stateless, any thread.
 */
final class StepText {

  private static final Map<String, Class<?>> TYPES = new HashMap<>();

  static {
    Stream.concat(Arrays.stream(Step.class.getPermittedSubclasses()), Stream.of(Settings.class))
        .flatMap(group -> Arrays.stream(group.getPermittedSubclasses()))
        .forEach(type -> TYPES.put(type.getSimpleName(), type));
  }

  private StepText() {}

  /** One line. */
  static String of(Record step) {
    StringJoiner line = new StringJoiner(" ");
    line.add(step.getClass().getSimpleName());
    for (RecordComponent component : step.getClass().getRecordComponents()) {
      try {
        line.add(String.valueOf(component.getAccessor().invoke(step)));
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(component + " cannot be read", e);
      }
    }
    return line.toString();
  }

  /**
   * The record of one line.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Record parse(String line) {
    String[] words = line.strip().split("\\s+", -1);
    Class<?> type = TYPES.get(words[0]);
    RecordComponent[] components = type == null ? null : type.getRecordComponents();
    if (type == null || components == null) {
      throw new IllegalArgumentException("'" + line + "' is no step; see docs/testing.md");
    }
    if (components.length != words.length - 1) {
      throw new IllegalArgumentException(
          "'" + line + "' has " + (words.length - 1) + " components, not " + names(components));
    }
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(types[i], words[i + 1]);
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return (Record) constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("'" + line + "' is refused", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " cannot be made", e);
    }
  }

  private static String names(RecordComponent[] components) {
    return components.length
        + Arrays.stream(components)
            .map(RecordComponent::getName)
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private static Object value(Class<?> type, String word) {
    if (type == int.class) {
      return Integer.parseInt(word);
    }
    if (type == long.class) {
      return Long.parseLong(word);
    }
    if (type == boolean.class) {
      return Boolean.parseBoolean(word);
    }
    for (Object constant : type.getEnumConstants()) {
      if (constant.toString().equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("'" + word + "' is no " + type.getSimpleName());
  }
}
