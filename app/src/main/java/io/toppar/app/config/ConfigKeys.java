package io.toppar.app.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * All configuration keys: those of {@linkplain ClientKeys every client}, of {@linkplain
 * ConsumerKeys consumers} and of {@linkplain ProducerKeys producers}.
 *
 * <p>Stateless, any thread. {@code docs/configuration.md} is written from these tables.
 */
public final class ConfigKeys {

  private static final List<ConfigKey<?>> ALL =
      Stream.of(ClientKeys.rows(), ConsumerKeys.rows(), ProducerKeys.rows())
          .<ConfigKey<?>>flatMap(List::stream)
          .toList();

  private ConfigKeys() {}

  /** Every key, in documented order. */
  public static List<ConfigKey<?>> all() {
    return ALL;
  }
}
