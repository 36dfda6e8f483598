package io.toppar.app.wiring;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An executor of one daemon thread, which is there only while there is something to run: for
 * callbacks where the application brings no executor, and for what would hold the duty thread up.
 */
final class DaemonThread {

  private static final long IDLE_SECONDS = 10;

  private DaemonThread() {}

  static Executor named(String name) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }
}
