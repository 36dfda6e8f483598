package io.toppar.app.rig;

import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Compression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A gateway that shows what passes, and may lose or change a completion on the way. */
public final class WatchedGateway implements BrokerGateway {

  private final BrokerGateway gateway;
  private final List<BrokerRequest> requests = new ArrayList<>();
  private final Map<TopicPartition, List<Long>> served = new HashMap<>();
  private final List<BrokerCompletion> lost = new ArrayList<>();
  private UnaryOperator<BrokerOutcome> change = UnaryOperator.identity();
  private boolean losing;
  private boolean closed;
  private @Nullable Inbox inbox;

  /** Watches this gateway. */
  public WatchedGateway(BrokerGateway gateway) {
    this.gateway = gateway;
  }

  /** Every request of a family there was. */
  public synchronized <T extends BrokerRequest> List<T> requests(Class<T> family) {
    return requests.stream().filter(family::isInstance).map(family::cast).toList();
  }

  /** The offset of each batch that came of a partition. */
  public synchronized List<Long> servedOffsets(TopicPartition name) {
    return served.getOrDefault(name, List.of());
  }

  /** From now on completions are changed. */
  public synchronized void changing(UnaryOperator<BrokerOutcome> operator) {
    change = operator;
  }

  /** From now on completions are kept back, which breaks the port's promise, or no longer. */
  public synchronized void losing(boolean on) {
    losing = on;
  }

  /** Posts what was kept back, too late. */
  public void postLost() {
    List<BrokerCompletion> late;
    synchronized (this) {
      late = List.copyOf(lost);
      lost.clear();
    }
    late.forEach(Objects.requireNonNull(inbox)::post);
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void open(Inbox theInbox) {
    inbox = theInbox;
    gateway.open(
        completion -> {
          BrokerCompletion changed = passing(completion);
          if (changed != null) {
            theInbox.post(changed);
          }
        });
  }

  private synchronized @Nullable BrokerCompletion passing(BrokerCompletion completion) {
    if (completion.outcome() instanceof BrokerOutcome.Fetched fetched) {
      fetched.partitions().forEach(this::serve);
    }
    BrokerCompletion changed =
        new BrokerCompletion(completion.token(), change.apply(completion.outcome()));
    if (losing) {
      lost.add(changed);
      return null;
    }
    return changed;
  }

  private void serve(FetchedPartition part) {
    if (part.batches() != null) {
      served
          .computeIfAbsent(part.topicPartition(), name -> new ArrayList<>())
          .add(part.batches().baseOffset());
    }
  }

  @Override
  public void submit(BrokerRequest request, long token) {
    synchronized (this) {
      requests.add(request);
    }
    gateway.submit(request, token);
  }

  @Override
  public BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    return gateway.newBatch(limitBytes, expectedBytes, compression, memory);
  }

  @Override
  public void close(Duration timeout) {
    synchronized (this) {
      closed = true;
    }
    gateway.close(timeout);
  }
}
