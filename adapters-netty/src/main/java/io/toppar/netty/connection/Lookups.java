package io.toppar.netty.connection;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Name lookups on threads of their own, since the system's resolver blocks: never the event loop,
 * and one name that hangs never holds up another (B196). Threads exist only while there is work.
 */
public final class Lookups implements AutoCloseable {

  /** More names hanging at once than this fail at once, and are tried again after a back-off. */
  private static final int MAX_THREADS = 16;

  private final NameResolver resolver;
  private final Executor loop;
  private final ExecutorService workers;

  /**
   * Makes it; no thread is started yet.
   *
   * @param resolver blocks on the worker threads
   * @param loop runs the answers
   * @param name prefix of the threads' names
   */
  public Lookups(NameResolver resolver, Executor loop, String name) {
    this.resolver = resolver;
    this.loop = loop;
    this.workers =
        new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, name + "-dns");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Looks a host up; an address literal is answered without a lookup.
   *
   * @param answer called later on the event loop, with the addresses or with why there are none
   */
  public void lookUp(String host, BiConsumer<List<InetAddress>, @Nullable String> answer) {
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    // The zone of a link-local address would be lost; the resolver knows it.
    if (literal != null && host.indexOf('%') < 0) {
      loop.execute(() -> resolve(host, literal, answer));
      return;
    }
    try {
      workers.execute(() -> resolveByName(host, answer));
    } catch (RejectedExecutionException busy) {
      loop.execute(() -> answer.accept(List.of(), "too many name lookups are hanging"));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }

  private static void resolve(
      String host, byte[] literal, BiConsumer<List<InetAddress>, @Nullable String> answer) {
    try {
      answer.accept(List.of(InetAddress.getByAddress(host, literal)), null);
    } catch (UnknownHostException badLength) {
      answer.accept(List.of(), badLength.getMessage());
    }
  }

  private void resolveByName(String host, BiConsumer<List<InetAddress>, @Nullable String> answer) {
    List<InetAddress> found;
    String failure = null;
    try {
      found = resolver.addresses(host);
      if (found.isEmpty()) {
        failure = "has no address";
      }
    } catch (UnknownHostException unknown) {
      found = List.of();
      failure = "cannot be resolved: check the name and DNS";
    } catch (RuntimeException refused) {
      found = List.of();
      failure = "cannot be resolved: " + refused;
    }
    List<InetAddress> addresses = found;
    String why = failure;
    try {
      loop.execute(() -> answer.accept(addresses, why));
    } catch (RejectedExecutionException closed) {
      // The gateway has been closed meanwhile: nobody waits.
      return;
    }
  }
}
