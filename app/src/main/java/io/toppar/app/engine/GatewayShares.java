package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One gateway for two users of it, such as an engine and the keeper of its offsets: each has a
 * gateway of its own to look at, and both have the same connections. Any thread.
 *
 * <p>The gateway is opened with the first share and closed with the last.
 */
final class GatewayShares {

  private static final int SHARES = 2;

  private final BrokerGateway gateway;
  private final List<Share> shares = List.of(new Share(0), new Share(1));
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicInteger left = new AtomicInteger(SHARES);

  GatewayShares(BrokerGateway gateway) {
    this.gateway = gateway;
  }

  BrokerGateway first() {
    return shares.get(0);
  }

  BrokerGateway second() {
    return shares.get(1);
  }

  private void post(BrokerCompletion completion) {
    int which = (int) Math.floorMod(completion.token(), (long) SHARES);
    shares.get(which).take(Math.floorDiv(completion.token(), SHARES), completion.outcome());
  }

  private final class Share implements BrokerGateway {

    private final int number;
    private final Set<Long> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Inbox inbox;

    Share(int number) {
      this.number = number;
    }

    @Override
    public void open(Inbox openedInbox) {
      inbox = openedInbox;
      if (opened.compareAndSet(false, true)) {
        gateway.open(GatewayShares.this::post);
      }
    }

    @Override
    public void submit(BrokerRequest request, long token) {
      open.add(token);
      if (closed.get()) {
        ForkJoinPool.commonPool().execute(() -> cancel(token));
      } else {
        gateway.submit(request, token * SHARES + number);
      }
    }

    @Override
    public void close(Duration timeout) {
      if (!closed.compareAndSet(false, true)) {
        return;
      }
      if (left.decrementAndGet() == 0) {
        gateway.close(timeout);
      } else {
        List.copyOf(open).forEach(this::cancel);
      }
    }

    /** What was cancelled by this share may still be answered: nobody takes that. */
    private void take(long token, BrokerOutcome outcome) {
      Inbox opened = inbox;
      if (open.remove(token) && opened != null) {
        opened.post(new BrokerCompletion(token, outcome));
      } else {
        BrokerCalls.release(outcome);
      }
    }

    private void cancel(long token) {
      take(
          token,
          new BrokerOutcome.Failed(
              BrokerOutcome.Kind.CANCELLED, ErrorCode.NONE, "this gateway was closed", true));
    }
  }
}
