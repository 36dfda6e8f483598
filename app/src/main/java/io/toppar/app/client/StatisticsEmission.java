package io.toppar.app.client;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands readings from the duty thread to a listener on another: the newest only, in one task of its
 * executor at most, so that a slow listener costs neither memory nor the duty thread's time.
 */
final class StatisticsEmission<R> {

  private static final Logger LOG = LoggerFactory.getLogger(StatisticsEmission.class);

  private final Consumer<R> listener;
  private final Executor callbacks;
  private final AtomicReference<@Nullable R> newest = new AtomicReference<>();

  /** Whether a task of the executor waits or runs. */
  private final AtomicBoolean handed = new AtomicBoolean();

  private final AtomicBoolean refusalTold = new AtomicBoolean();

  StatisticsEmission(Consumer<R> listener, Executor callbacks) {
    this.listener = listener;
    this.callbacks = callbacks;
  }

  /** Takes readings in place of those that nobody had time for. */
  void offer(R readings) {
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
    R readings = newest.getAndSet(null);
    try {
      if (readings != null) {
        listener.accept(readings);
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
