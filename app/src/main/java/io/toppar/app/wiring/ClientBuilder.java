package io.toppar.app.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.Partitioner;
import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatisticsListener;
import io.toppar.app.client.StatisticsListener;
import io.toppar.app.config.ConfigKey;
import io.toppar.app.config.ConfigKey.Side;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.DutyRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects what a client is made of, and makes it. Not thread-safe; makes one client.
 *
 * <p>Without any {@link #install} the client speaks to real brokers ({@link NettyGatewayModule}),
 * keeps offsets as {@code offset.store.method} says ({@link FileOffsetsModule}, {@link
 * BrokerOffsetsModule} or {@link NoOffsetsModule}) and takes the system's time ({@link
 * SystemClockModule}). An installed module that binds one of the ports takes the place of the
 * default for it. Two clients share nothing. A key that was set and that only the other kind of
 * client looks at is no error, for the two often share their settings: it is logged as a warning.
 */
public final class ClientBuilder {

  private static final Logger LOG = LoggerFactory.getLogger(ClientBuilder.class);

  private final List<Module> installed = new ArrayList<>();
  private Configuration.Builder configuration = Configuration.builder();
  private @Nullable DutyRunner runner;
  private @Nullable Executor callbacks;
  private @Nullable StatisticsListener statistics;
  private @Nullable ProducerStatisticsListener producerStatistics;
  private @Nullable DeliveryListener deliveries;
  private @Nullable Partitioner partitioner;

  ClientBuilder() {}

  /** Sets a key, which is checked at once. */
  public <T> ClientBuilder set(ConfigKey<T> key, T value) {
    configuration.set(key, value);
    return this;
  }

  /** Sets a key by one of its names, which is checked at once. */
  public ClientBuilder set(String name, Object value) {
    configuration.set(name, value);
    return this;
  }

  /** Sets many keys by name. */
  public ClientBuilder setAll(Map<String, ?> settings) {
    configuration.setAll(settings);
    return this;
  }

  /** Sets many keys by name. */
  public ClientBuilder setAll(Properties properties) {
    properties.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> configuration.set(name, properties.getProperty(name)));
    return this;
  }

  /**
   * Takes a whole configuration, in place of whatever was set before. What is set afterwards takes
   * the place of its value for that key.
   */
  public ClientBuilder configuration(Configuration settings) {
    configuration = settings.toBuilder();
    return this;
  }

  /** Takes these modules in place of the defaults for the ports that they bind. */
  public ClientBuilder install(Module... modules) {
    installed.addAll(Arrays.asList(modules));
    return this;
  }

  /**
   * Has the duty cycle called by this runner, which serves this client only. By default it is the
   * gateway's own loop, or a thread where the gateway has none to give.
   */
  public ClientBuilder runner(DutyRunner dutyRunner) {
    runner = dutyRunner;
    return this;
  }

  /**
   * Runs callbacks and continuations of returned stages on this executor ({@code
   * callback.executor}). By default it is one daemon thread. One that runs them at once, on the
   * thread that hands them in, runs them on the client's own: then they hold up all that the client
   * does, and whatever would wait for it throws {@link IllegalStateException} there.
   */
  public ClientBuilder callbackExecutor(Executor executor) {
    callbacks = executor;
    return this;
  }

  /**
   * Gives a consumer's statistics to this listener, every {@code statistics.interval.ms} if that is
   * not 0.
   */
  public ClientBuilder statisticsListener(StatisticsListener listener) {
    statistics = listener;
    return this;
  }

  /** The same of a producer. */
  public ClientBuilder producerStatisticsListener(ProducerStatisticsListener listener) {
    producerStatistics = listener;
    return this;
  }

  /** Tells this listener of all messages of a producer, a batch at a time. */
  public ClientBuilder deliveryListener(DeliveryListener listener) {
    deliveries = listener;
    return this;
  }

  /** Has a producer choose partitions this way, in place of the key {@code partitioner}. */
  public ClientBuilder partitioner(Partitioner choice) {
    partitioner = choice;
    return this;
  }

  /**
   * Makes a consumer by assignment, opened and running; the caller closes it.
   *
   * @throws io.toppar.app.config.ConfigException if the configuration cannot be used
   */
  public Consumer consumer() {
    return made(new ConsumerModule(parts(Side.CONSUMER), statistics), Consumer.class);
  }

  /**
   * Makes a producer, opened and running; the caller closes it. It keeps no offsets.
   *
   * @throws io.toppar.app.config.ConfigException if the configuration cannot be used
   */
  public Producer producer() {
    return made(
        new ProducerModule(parts(Side.PRODUCER), deliveries, partitioner, producerStatistics),
        Producer.class);
  }

  private ClientParts parts(Side client) {
    Configuration settings = configuration.build();
    settings.ignoredBy(client).forEach(LOG::warn);
    return new ClientParts(settings, List.copyOf(installed), runner, callbacks);
  }

  private static <T> T made(Module client, Class<T> facade) {
    try {
      return Guice.createInjector(Stage.PRODUCTION, client).getInstance(facade);
    } catch (CreationException e) {
      throw cause(e.getErrorMessages(), e);
    } catch (ProvisionException e) {
      throw cause(e.getErrorMessages(), e);
    }
  }

  /** What an adapter threw when it was made, without Guice's words around it. */
  private static RuntimeException cause(Collection<Message> messages, RuntimeException whole) {
    for (Message message : messages) {
      if (message.getCause() instanceof RuntimeException cause) {
        return cause;
      }
    }
    return whole;
  }
}
