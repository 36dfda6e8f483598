package io.toppar.app.engine;

import io.toppar.domain.BatchFault;
import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoredOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of a client that reads.
 *
 * <p><b>Ownership:</b> the engine closes the gateway and the store it was given. Closing stops all
 * partitions, with a last commit of each.
 */
public final class Engine extends ClientEngine {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final OffsetStore store;
  private final HandOver handOver;
  private final Machinery machinery;

  /** An engine that does nothing until it is {@linkplain #open opened}. */
  public Engine(
      ClientSettings settings,
      BrokerGateway gateway,
      OffsetStore store,
      Clock clock,
      DutyRunner runner) {
    super(settings.commandLimit(), gateway, clock, runner);
    this.store = store;
    this.handOver =
        new HandOver(
            new HandOver.Observer() {
              @Override
              public void taken(Delivery delivery) {
                post(now -> machines().acknowledgements().taken(delivery, now));
              }

              @Override
              public void dropped(Delivery delivery) {
                drop(delivery);
              }
            });
    this.machinery = new Machinery(settings, gateway, store, clock, handOver);
  }

  @Override
  Machinery machines() {
    return machinery;
  }

  @Override
  void openPorts() {
    store.open(completion -> inbox().post(now -> machinery.onStore(completion, now)));
  }

  /** Where what was fetched is taken. */
  public HandOver handOver() {
    return handOver;
  }

  /** Stops partitions, then starts others. */
  public Submission assign(List<TopicPartition> stops, List<Start> starts) {
    return inbox().submit(now -> machinery.assign(stops, starts, now));
  }

  /**
   * Moves a partition: from now on nothing fetched before is handed out, and its position is what
   * is given here.
   */
  public Submission seek(Slot slot, long offset, int leaderEpoch) {
    Submission reserved = inbox().reserve();
    if (reserved == Submission.ACCEPTED) {
      handOver.fence(slot, offset >= 0 ? new AppPosition(offset, leaderEpoch) : null);
      inbox().postReserved(now -> machinery.seek(slot, offset, leaderEpoch, now));
    }
    return reserved;
  }

  /** The gate of a slot was opened or shut. */
  public void gateChanged(Slot slot) {
    post(now -> machinery.gateChanged(slot, now));
  }

  /** Makes an offset the stored position. */
  public Submission store(Slot slot, StoredOffset position) {
    return store(slot, position, now -> machinery.store(slot, position, now));
  }

  /** Makes an offset the stored position, if by then reading has not been moved since. */
  public Submission store(Delivery delivery, StoredOffset position) {
    return store(delivery.slot(), position, now -> machinery.store(delivery, position, now));
  }

  private Submission store(Slot slot, StoredOffset position, Inbox.Task command) {
    slot.pendingStores.incrementAndGet();
    Submission submission = inbox().submit(command);
    if (submission == Submission.ACCEPTED) {
      slot.storedOffset = position.offset();
    } else {
      slot.pendingStores.decrementAndGet();
    }
    return submission;
  }

  /**
   * Releases taken records, once; further calls do nothing.
   *
   * @param readUpTo the next offset behind what was read, or the first if nothing was
   * @param leaderEpoch epoch of the record before that, or -1
   */
  public void release(Delivery delivery, long readUpTo, int leaderEpoch) {
    if (delivery.release()) {
      delivery.batches().release();
      post(
          now -> {
            delivery.finished(readUpTo, leaderEpoch);
            machinery.acknowledgements().released(delivery, now);
          });
    }
  }

  /** Releases the memory of taken records whose end {@link #progressed} will tell; once. */
  public void giveBack(Delivery delivery) {
    if (delivery.release()) {
      delivery.batches().release();
      post(now -> machinery.acknowledgements().givenBack(delivery, now));
    }
  }

  /** Tells how far taken records are finished, as of when the duty thread asks. */
  public void progressed(Delivery delivery, Supplier<Progress> progress) {
    post(now -> machinery.acknowledgements().progressed(delivery, progress.get(), now));
  }

  /**
   * Tells that taken records could not be read, after those before {@code readUpTo}. Once this
   * returns nothing behind them is handed out before they have been tried again.
   */
  public void unreadable(Delivery delivery, BatchFault fault, long readUpTo, int leaderEpoch) {
    boolean held = handOver.holdBack(delivery, new AppPosition(fault.firstOffset(), leaderEpoch));
    post(
        now -> {
          delivery.finished(readUpTo, leaderEpoch);
          machinery.acknowledgements().unreadable(delivery, fault, now);
          if (held) {
            handOver.letGo(delivery.slot());
          }
        });
  }

  /** Looks offsets up; answers for each partition by the deadline. */
  public CompletableFuture<Map<TopicPartition, OffsetAnswer>> lookUp(
      Map<TopicPartition, Long> times, long timeoutNanos) {
    CompletableFuture<Map<TopicPartition, OffsetAnswer>> reply = new CompletableFuture<>();
    long deadline = Deadlines.after(nowNanos(), timeoutNanos);
    return asked(reply, now -> machinery.questions().lookUp(times, deadline, reply, now));
  }

  /** Asks the offset store. */
  public CompletableFuture<Map<TopicPartition, StoreAnswer>> committed(
      Collection<TopicPartition> partitions) {
    CompletableFuture<Map<TopicPartition, StoreAnswer>> reply = new CompletableFuture<>();
    return asked(reply, now -> machinery.questions().committed(partitions, reply));
  }

  /** Writes all stored positions. */
  public CompletableFuture<Map<TopicPartition, StoreAnswer>> commit() {
    CompletableFuture<Map<TopicPartition, StoreAnswer>> reply = new CompletableFuture<>();
    return asked(reply, now -> machinery.questions().commit(reply));
  }

  /** Writes these positions, which become the stored ones of the partitions that are assigned. */
  public CompletableFuture<Map<TopicPartition, StoreAnswer>> commit(
      Map<TopicPartition, StoredOffset> positions) {
    Map<TopicPartition, StoredOffset> given = new LinkedHashMap<>(positions);
    CompletableFuture<Map<TopicPartition, StoreAnswer>> reply = new CompletableFuture<>();
    return asked(reply, now -> machinery.questions().commit(given, reply, now));
  }

  /** What all machines say now; one command, O(partitions) of reading. */
  public CompletableFuture<ClientReadings> readings() {
    CompletableFuture<ClientReadings> reply = new CompletableFuture<>();
    return asked(reply, now -> reply.complete(machinery.survey().take(now)));
  }

  /**
   * Has the readings taken at an interval, from now on until the client ends.
   *
   * @param taker takes each of them, on the duty thread: must be quick and must not throw
   */
  public void readingsEvery(long intervalNanos, Consumer<ClientReadings> taker) {
    post(now -> machinery.survey().interval().every(intervalNanos, taker, now));
  }

  @Override
  void endWork(long deadlineNanos) {
    handOver.end();
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    inbox().post(owing(stopped, now -> machinery.stopAll(stopped, now)));
    if (!Replies.awaitQuietly(stopped, this, deadlineNanos)) {
      LOG.warn("closing before the last commits had ended: the time was over");
    }
  }

  @Override
  void closePorts(long deadlineNanos) {
    store.close(left(deadlineNanos));
  }

  @Override
  void ended(long deadlineNanos) {
    machinery.questions().end();
  }

  private void drop(Delivery delivery) {
    if (delivery.kind() == Delivery.Kind.RECORDS && delivery.release()) {
      delivery.batches().release();
      post(now -> machinery.acknowledgements().released(delivery, now));
    }
  }
}
