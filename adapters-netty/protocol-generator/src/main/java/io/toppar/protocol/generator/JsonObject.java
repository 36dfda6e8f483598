package io.toppar.protocol.generator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON object with typed look-ups whose errors name the source and the key. */
record JsonObject(String source, Map<String, Object> members) {

  /** Refuses keys beyond the known ones, so that new notation is noticed, not skipped. */
  void requireKnownKeys(Set<String> known) {
    for (String key : members.keySet()) {
      if (!known.contains(key)) {
        throw new SchemaException(source + ": \"" + key + "\" is notation that is not known");
      }
    }
  }

  String string(String key) {
    return optionalString(key)
        .orElseThrow(() -> new SchemaException(source + ": \"" + key + "\" is missing"));
  }

  Optional<String> optionalString(String key) {
    return Optional.ofNullable(as(String.class, key));
  }

  /** The value as text, whether it was written as a string, a number or a boolean. */
  Optional<String> optionalText(String key) {
    return Optional.ofNullable(members.get(key)).map(Object::toString);
  }

  int integer(String key, int fallback) {
    @Nullable Long value = as(Long.class, key);
    return value == null ? fallback : Math.toIntExact(value);
  }

  boolean bool(String key) {
    return Boolean.TRUE.equals(as(Boolean.class, key));
  }

  List<JsonObject> objects(String key) {
    @Nullable List<?> elements = as(List.class, key);
    return elements == null ? List.of() : elements.stream().map(this::object).toList();
  }

  private JsonObject object(Object element) {
    if (element instanceof JsonObject object) {
      return object;
    }
    throw new SchemaException(source + ": an object is expected, not " + element);
  }

  private <T> @Nullable T as(Class<T> type, String key) {
    @Nullable Object value = members.get(key);
    if (value != null && !type.isInstance(value)) {
      throw new SchemaException(source + ": \"" + key + "\" is no " + type.getSimpleName());
    }
    return type.cast(value);
  }
}
