package io.toppar.app.engine;

import io.toppar.domain.BatchFault;
import io.toppar.domain.BrokerLane;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Offsets;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All machines of one client and what connects them. The duty thread only. */
final class Machinery implements Partitions.Surroundings, Lanes.Feed, Topics.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(Machinery.class);

  private final ClientSettings settings;
  private final HandOver handOver;
  private final TimingWheel wheel;
  private final FlightRecorder recorder = new FlightRecorder();
  private final FrameLedger ledger;
  private final BrokerCalls calls;
  private final StoreCalls stores;
  private final LeaderQueries queries;
  private final Topics topics;
  private final Partitions partitions;
  private final Lanes lanes;
  private final List<OffsetLookup> lookups = new ArrayList<>();
  private final List<CompletableFuture<?>> replies = new ArrayList<>();
  private @Nullable CompletableFuture<Void> allStopped;

  Machinery(
      ClientSettings settings,
      BrokerGateway gateway,
      OffsetStore store,
      Clock clock,
      HandOver handOver) {
    this.settings = settings;
    this.handOver = handOver;
    wheel = new TimingWheel(clock.nanoTime());
    FetchBudget budget = new FetchBudget(settings.fetchBufferBytes());
    ledger = new FrameLedger(budget, handOver);
    calls = new BrokerCalls(gateway, wheel);
    stores = new StoreCalls(store, settings.group());
    queries = new LeaderQueries(calls, settings);
    MetadataCache cache = new MetadataCache(settings.metadata(), settings.lane().random());
    topics = new Topics(cache, calls, wheel, settings, this);
    partitions = new Partitions(settings.toppar(), handOver, wheel, recorder, this);
    lanes = new Lanes(settings, calls, budget, ledger, wheel, this);
    partitions.connect(
        new EffectRunner(
            partitions,
            handOver,
            ledger,
            new TopparRequests(partitions, queries, stores),
            topics,
            recorder,
            lanes::roomCame,
            clock),
        lanes);
  }

  /** Rings what is due. */
  int ring(long nowNanos) {
    return wheel.advance(nowNanos);
  }

  /** Sends what the inputs of this turn have led to. */
  int turn(long nowNanos) {
    int sent = topics.turn(nowNanos) + lanes.plan(nowNanos);
    queries.flush(nowNanos);
    lookups.removeIf(OffsetLookup::isOver);
    return sent;
  }

  long nextDeadline() {
    return wheel.nextDeadline();
  }

  void onBroker(BrokerCompletion completion, long nowNanos) {
    calls.complete(completion, nowNanos);
  }

  void onStore(StoreCompletion completion, long nowNanos) {
    stores.complete(completion, nowNanos);
  }

  void assign(List<TopicPartition> stops, List<Start> starts, long nowNanos) {
    for (TopicPartition stop : stops) {
      partitions.stop(stop, nowNanos);
    }
    for (Start start : starts) {
      partitions.start(start, nowNanos);
      Partition partition = partitions.find(start.slot().topicPartition());
      if (partition != null) {
        tellIfMissing(partition);
      }
    }
  }

  void seek(Slot slot, long offset, int leaderEpoch, long nowNanos) {
    partitions.seek(slot, offset, leaderEpoch, nowNanos);
  }

  void gateChanged(Slot slot, long nowNanos) {
    Partition partition = partitions.find(slot.topicPartition());
    if (partition != null && partition.slot == slot) {
      partitions.gate(partition, nowNanos);
      if (slot.isPaused()) {
        ledger.paused(slot);
      }
    }
  }

  void store(Slot slot, long offset, int leaderEpoch, String metadata, long nowNanos) {
    slot.pendingStores.decrementAndGet();
    Partition partition = partitions.find(slot.topicPartition());
    if (partition != null && partition.slot == slot) {
      partitions.feed(
          partition,
          "store",
          offset,
          leaderEpoch,
          nowNanos,
          (toppar, fx) -> toppar.store(offset, leaderEpoch, metadata, nowNanos, fx));
    }
  }

  /** An application thread has taken it. */
  void taken(Delivery delivery, long nowNanos) {
    ledger.taken(delivery);
    delivery.handedOver = true;
    Partition partition = delivery.partition;
    if (partition != null) {
      partitions.feed(
          partition,
          "handedOver",
          delivery.version(),
          delivery.to(),
          nowNanos,
          (toppar, fx) ->
              toppar.onHandedOver(
                  delivery.version(),
                  delivery.to(),
                  delivery.batches().leaderEpoch(),
                  delivery.batches().recordCount(),
                  delivery.batches().sizeBytes(),
                  nowNanos,
                  fx));
    }
  }

  /** Its memory has been given back, by its taker or because it was dropped. */
  void released(Delivery delivery, long nowNanos) {
    if (ledger.gone(delivery.batches())) {
      lanes.roomCame();
    }
    delivery.settled = true;
    Partition partition = delivery.partition;
    if (partition != null) {
      Delivery last = lastProcessed(partition);
      if (last != null && settings.autoStore()) {
        storeProcessed(partition, last, nowNanos);
      }
    }
  }

  /** Takes off the front what is over: stored is only what has nothing unprocessed before it. */
  private static @Nullable Delivery lastProcessed(Partition partition) {
    Delivery last = null;
    Delivery first = partition.outstanding.peekFirst();
    while (first != null && first.settled) {
      partition.outstanding.removeFirst();
      if (first.handedOver && first.readUpTo > first.from()) {
        last = first;
      }
      first = partition.outstanding.peekFirst();
    }
    return last;
  }

  private void storeProcessed(Partition partition, Delivery delivery, long nowNanos) {
    partitions.feed(
        partition,
        "released",
        delivery.version(),
        delivery.readUpTo,
        nowNanos,
        (toppar, fx) ->
            toppar.onReleased(
                delivery.version(), delivery.readUpTo, delivery.readEpoch, nowNanos, fx));
  }

  /** The taker found records that it cannot read; what it read before them counts as processed. */
  void unreadable(Delivery delivery, BatchFault fault, long nowNanos) {
    Partition partition = delivery.partition;
    if (partition == null) {
      return;
    }
    if (settings.autoStore()
        && delivery.readUpTo > delivery.from()
        && partition.outstanding.peekFirst() == delivery) {
      storeProcessed(partition, delivery, nowNanos);
    }
    partitions.feed(
        partition,
        "unreadable",
        delivery.version(),
        fault.firstOffset(),
        nowNanos,
        (toppar, fx) -> toppar.onRecordsUnreadable(delivery.version(), fault, nowNanos, fx));
  }

  void lookUp(
      Map<TopicPartition, Long> asked,
      long deadlineNanos,
      CompletableFuture<Map<TopicPartition, OffsetAnswer>> reply,
      long nowNanos) {
    OffsetLookup lookup =
        new OffsetLookup(
            asked, deadlineNanos, reply, topics, queries, wheel, settings.retryBackoffNanos());
    lookups.add(lookup);
    owe(reply);
    lookup.begin(nowNanos);
  }

  void cluster(
      @Nullable List<String> names,
      long deadlineNanos,
      CompletableFuture<ClusterMetadata> reply,
      long nowNanos) {
    owe(reply);
    new ClusterLookup(names, deadlineNanos, reply, calls, wheel, settings).attempt(nowNanos);
  }

  void committed(
      Collection<TopicPartition> asked, CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    owe(reply);
    StoreRound round = new StoreRound(asked.size(), reply);
    for (TopicPartition partition : asked) {
      stores.load(partition, (outcome, now) -> round.loaded(partition, outcome));
    }
    round.begun();
  }

  void commit(CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    owe(reply);
    List<Partition> stored = new ArrayList<>();
    for (Partition partition : partitions.all()) {
      if (!partition.gone && !partition.slot.isClosed()) {
        stored.add(partition);
      }
    }
    StoreRound round = new StoreRound(stored.size(), reply);
    for (Partition partition : stored) {
      round.commit(partition.toppar, stores);
    }
    round.begun();
  }

  /** Remembers a reply, so that closing leaves nobody waiting. */
  private void owe(CompletableFuture<?> reply) {
    replies.removeIf(CompletableFuture::isDone);
    replies.add(reply);
  }

  /** Stops every partition; the future completes when the last commit has ended. */
  void stopAll(CompletableFuture<Void> done, long nowNanos) {
    allStopped = done;
    for (Partition partition : List.copyOf(partitions.all())) {
      handOver.close(partition.slot);
      partitions.stop(partition.topicPartition(), nowNanos);
    }
    completeIfAllStopped();
  }

  /** Nothing more will be answered. */
  void end() {
    for (CompletableFuture<?> reply : replies) {
      reply.completeExceptionally(
          new EngineException(ErrorCode.LOCAL_DESTROY, "the client was closed"));
    }
    replies.clear();
  }

  private void completeIfAllStopped() {
    if (allStopped != null && partitions.all().isEmpty()) {
      allStopped.complete(null);
    }
  }

  @Override
  public void appeared(Partition partition, long nowNanos) {
    TopicPartition name = partition.topicPartition();
    topics.want(name.topic(), nowNanos);
    TopicId id = topics.known().topicId(name.topic());
    if (!id.isZero()) {
      partitions.onTopicId(partition, id, nowNanos);
    }
    int leader = topics.known().leaderId(name);
    if (leader >= 0) {
      partitions.onLeader(name, leader, topics.known().leaderEpoch(name), nowNanos);
    }
  }

  @Override
  public void disappeared(Partition partition, long nowNanos) {
    topics.unwant(partition.topicPartition().topic());
    stores.letGo(partition.topicPartition(), (outcome, now) -> {});
    completeIfAllStopped();
  }

  @Override
  public void leader(TopicPartition partition, int leaderId, int leaderEpoch, long nowNanos) {
    partitions.onLeader(partition, leaderId, leaderEpoch, nowNanos);
  }

  @Override
  public void topicId(String topic, TopicId id, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (partition.topicPartition().topic().equals(topic)) {
        partitions.onTopicId(partition, id, nowNanos);
      }
    }
  }

  @Override
  public void topicFailed(String topic, ErrorCode error, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (partition.topicPartition().topic().equals(topic)) {
        tell(
            partition,
            error,
            "topic " + topic + " cannot be read; check its name and your rights to it");
      }
    }
  }

  @Override
  public void counted(Set<String> counted, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (counted.contains(partition.topicPartition().topic())) {
        tellIfMissing(partition);
      }
    }
  }

  private void tellIfMissing(Partition partition) {
    TopicPartition name = partition.topicPartition();
    int count = topics.known().partitionCount(name.topic());
    if (count > 0 && name.partition() >= count) {
      tell(
          partition,
          ErrorCode.LOCAL_UNKNOWN_PARTITION,
          "there is no such partition; the topic has " + count + ", numbered from 0");
    }
  }

  private void tell(Partition partition, ErrorCode code, String detail) {
    LOG.warn("{}: {} ({})", partition.topicPartition(), detail, code);
    TopparError error =
        new TopparError(partition.topicPartition(), code, Offsets.INVALID, false, detail);
    handOver.deliver(Delivery.error(partition.slot, partition.toppar.version(), error));
  }

  @Override
  public void answered(@Nullable String failure, long nowNanos) {
    for (OffsetLookup lookup : List.copyOf(lookups)) {
      lookup.metadataCame(failure, nowNanos);
    }
  }

  @Override
  public void refresh(RefreshReason reason, long nowNanos) {
    topics.refresh(null, reason, nowNanos);
  }

  @Override
  public void fetched(Lane lane, List<FetchedPartition> parts, long nowNanos) {
    Collection<Partition> concerned = partitions.concerned(parts);
    for (Partition partition : concerned) {
      recorder.note(partition, "fetched", lane.brokerId, parts.size());
    }
    partitions.feedLane(
        lane,
        concerned,
        nowNanos,
        new Partitions.LaneInput() {
          @Override
          public void into(BrokerLane machine, TopparEffects effects) {
            machine.onFetched(parts, nowNanos, effects);
          }

          @Override
          public Collection<Partition> unfinished(Collection<Partition> all) {
            return giveBack(parts, all);
          }
        });
  }

  /** After a throw: releases what no machine took; whose it was has lost records, and is failed. */
  private Collection<Partition> giveBack(
      List<FetchedPartition> parts, Collection<Partition> concerned) {
    List<Partition> unsound = new ArrayList<>();
    for (FetchedPartition part : parts) {
      if (part.batches() != null && ledger.isWithin(part.batches())) {
        ledger.gone(part.batches());
        part.batches().release();
        Partition partition = partitions.find(part.topicPartition());
        if (partition != null && unsound.isEmpty()) {
          unsound.add(partition);
        }
      }
    }
    return unsound.isEmpty() ? concerned : unsound;
  }

  @Override
  public void fetchFailed(Lane lane, ErrorCode error, boolean sessionLost, long nowNanos) {
    Collection<Partition> concerned = List.copyOf(lane.members);
    partitions.feedLane(
        lane,
        concerned,
        nowNanos,
        new Partitions.LaneInput() {
          @Override
          public void into(BrokerLane machine, TopparEffects effects) {
            machine.onFailed(error, sessionLost, nowNanos, effects);
          }

          @Override
          public Collection<Partition> unfinished(Collection<Partition> all) {
            return all;
          }
        });
  }
}
