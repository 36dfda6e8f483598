package io.toppar.app.client;

import io.toppar.app.engine.ClientReadings;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands readings from the duty thread to a listener on another: the newest only, in one task of its
 * executor at most, so that a slow listener costs neither memory nor the duty thread's time.
 */
final class StatisticsEmission {

  private static final Logger LOG = LoggerFactory.getLogger(StatisticsEmission.class);

  private final String clientId;
  private final StatisticsListener listener;
  private final Executor callbacks;
  private final AtomicReference<@Nullable ClientReadings> newest = new AtomicReference<>();

  /** Whether a task of the executor waits or runs. */
  private final AtomicBoolean handed = new AtomicBoolean();

  private final AtomicBoolean refusalTold = new AtomicBoolean();

  StatisticsEmission(String clientId, StatisticsListener listener, Executor callbacks) {
    this.clientId = clientId;
    this.listener = listener;
    this.callbacks = callbacks;
  }

  /** Takes readings in place of those that nobody had time for. */
  void offer(ClientReadings readings) {
    newest.set(readings);
    handOn();
  }

  private void handOn() {
    if (!handed.compareAndSet(false, true)) {
      return;
    }
    try {
      callbacks.execute(this::tell);
    } catch (RuntimeException e) {
      handed.set(false);
      if (refusalTold.compareAndSet(false, true)) {
        LOG.warn("callback.executor refuses statistics, which are lost; this is told once", e);
      }
    }
  }

  private void tell() {
    ClientReadings readings = newest.getAndSet(null);
    try {
      if (readings != null) {
        listener.onStatistics(Statistics.of(clientId, readings));
      }
    } catch (RuntimeException e) {
      LOG.error("the statistics listener failed; it is called again with the next", e);
    } finally {
      handed.set(false);
    }
    if (newest.get() != null) {
      handOn();
    }
  }
}
