package io.toppar.app.client;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What the JSON of statistics is made of: fields in their order, and objects by name. Stateless.
 */
final class JsonFields {

  private JsonFields() {}

  /** A name, and what is written behind it. */
  static final class Field<T> {

    /** The name in quotes, and the colon. */
    private final byte[] key;

    private final BiConsumer<T, Bytes> value;

    private Field(String name, BiConsumer<T, Bytes> value) {
      this.key = ("\"" + name + "\":").getBytes(StandardCharsets.UTF_8);
      this.value = value;
    }
  }

  static <T> Field<T> number(String name, ToLongFunction<T> figure) {
    return new Field<>(name, (from, out) -> out.append(figure.applyAsLong(from)));
  }

  static <T> Field<T> text(String name, Function<T, String> word) {
    return new Field<>(name, (from, out) -> Json.append(word.apply(from), out));
  }

  static <T> Field<T> flag(String name, Predicate<T> fact) {
    return new Field<>(name, (from, out) -> out.append(fact.test(from) ? "true" : "false"));
  }

  /** An object of objects. */
  static <T, V> Field<T> objects(
      String name,
      Function<T, Collection<V>> values,
      BiConsumer<V, Bytes> key,
      List<Field<V>> fields) {
    return new Field<>(
        name,
        (from, out) -> {
          int before = '{';
          for (V value : values.apply(from)) {
            key.accept(value, out.append(before));
            append(fields, value, out.append(':'));
            before = ',';
          }
          out.append(before == '{' ? "{}" : "}");
        });
  }

  /** An object with these fields. */
  static <T> void append(List<Field<T>> fields, T from, Bytes out) {
    int before = '{';
    for (Field<T> field : fields) {
      out.append(before).append(field.key);
      field.value.accept(from, out);
      before = ',';
    }
    out.append('}');
  }

  /** A number as the key of an object. */
  static void quoted(int number, Bytes out) {
    out.append('"').append((long) number).append('"');
  }

  /** As librdkafka writes such names: offset-wait. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
