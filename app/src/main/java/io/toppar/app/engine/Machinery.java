package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Topic;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicRegistry;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All machines of one client and what connects them. The duty thread only. */
final class Machinery implements Machines, Partitions.Surroundings, TopicNews.Waiting {

  private final HandOver handOver;
  private final TimingWheel wheel;
  private final FrameLedger ledger;
  private final BrokerCalls calls;
  private final StoreCalls stores;
  private final LeaderQueries queries;
  private final TopicRegistry registry;
  private final Topics topics;
  private final Partitions partitions;
  private final Lanes lanes;
  private final TopicNews news;
  private final Acknowledgements acknowledgements;
  private final Questions questions;
  private final Survey survey;
  private @Nullable CompletableFuture<Void> allStopped;

  Machinery(
      ClientSettings settings,
      BrokerGateway gateway,
      OffsetStore store,
      Clock clock,
      HandOver handOver) {
    this.handOver = handOver;
    wheel = new TimingWheel(clock.nanoTime());
    FlightRecorder recorder = new FlightRecorder();
    FetchBudget budget = new FetchBudget(settings.fetchBufferBytes());
    MetadataCache cache = new MetadataCache(settings.metadata(), settings.lane().random());
    ledger = new FrameLedger(budget, handOver);
    calls = new BrokerCalls(gateway, wheel);
    stores = new StoreCalls(store, settings.group(), wheel);
    queries = new LeaderQueries(calls, settings);
    registry = new TopicRegistry(settings.toppar());
    partitions =
        new Partitions(registry, handOver, wheel, recorder, this, settings.unfinishedLimit());
    news = new TopicNews(cache, registry, partitions, handOver, this);
    topics =
        new Topics(
            cache, calls, wheel, settings.autoCreateTopics(), settings.requestTimeoutNanos(), news);
    FetchOutcomes outcomes = new FetchOutcomes(partitions, ledger, recorder, topics);
    lanes = new Lanes(settings, calls, budget, ledger, wheel, outcomes);
    acknowledgements = new Acknowledgements(partitions, ledger, lanes, settings.autoStore());
    questions = new Questions(settings, calls, stores, queries, topics, partitions, wheel);
    survey = new Survey(cache, registry, partitions, lanes, calls, budget, clock, wheel);
    TopparRequests requests = new TopparRequests(partitions, queries, stores);
    partitions.connect(
        new EffectRunner(
            partitions, handOver, ledger, requests, topics, recorder, lanes::roomCame, clock),
        lanes);
  }

  /** What application threads did with what was handed over. */
  Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  /** What the application asks beside reading. */
  Questions questions() {
    return questions;
  }

  /** What all of them say. */
  Survey survey() {
    return survey;
  }

  @Override
  public int ring(long nowNanos) {
    return wheel.advance(nowNanos);
  }

  @Override
  public int turn(long nowNanos) {
    int sent = topics.turn(nowNanos) + lanes.plan(nowNanos);
    queries.flush(nowNanos);
    questions.tidy();
    return sent;
  }

  @Override
  public long nextDeadline() {
    return wheel.nextDeadline();
  }

  @Override
  public void cluster(
      @Nullable List<String> topics,
      long deadlineNanos,
      CompletableFuture<ClusterMetadata> reply,
      long nowNanos) {
    questions.cluster(topics, deadlineNanos, reply, nowNanos);
  }

  @Override
  public void onBroker(BrokerCompletion completion, long nowNanos) {
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
        news.tellIfMissing(partition);
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

  void store(Slot slot, StoredOffset position, long nowNanos) {
    store(
        slot,
        position,
        nowNanos,
        (toppar, fx) ->
            toppar.store(
                position.offset(), position.leaderEpoch(), position.metadata(), nowNanos, fx));
  }

  /** Stores a position in records that were taken, if they still count. */
  void store(Delivery delivery, StoredOffset position, long nowNanos) {
    store(
        delivery.slot(),
        position,
        nowNanos,
        (toppar, fx) ->
            toppar.storeDelivered(
                delivery.version(),
                position.offset(),
                position.leaderEpoch(),
                position.metadata(),
                nowNanos,
                fx));
  }

  private void store(Slot slot, StoredOffset position, long nowNanos, MachineFeed.Input input) {
    slot.pendingStores.decrementAndGet();
    Partition partition = partitions.find(slot.topicPartition());
    if (partition != null && partition.slot == slot) {
      partitions
          .feed()
          .input(partition, "store", position.offset(), position.leaderEpoch(), nowNanos, input);
    }
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

  private void completeIfAllStopped() {
    if (allStopped != null && partitions.all().isEmpty()) {
      allStopped.complete(null);
    }
  }

  @Override
  public void appeared(Topic topic) {
    news.catchUp(topic);
  }

  @Override
  public void appeared(Partition partition, long nowNanos) {
    topics.want(partition.topicPartition().topic(), nowNanos);
    missingMayHaveChanged(partition, nowNanos);
    news.catchUp(partition, nowNanos);
  }

  @Override
  public void disappeared(Partition partition, long nowNanos) {
    missingMayHaveChanged(partition, nowNanos);
    topics.unwant(partition.topicPartition().topic());
    stores.letGo(partition.topicPartition(), (outcome, now) -> {});
    completeIfAllStopped();
  }

  private void missingMayHaveChanged(Partition partition, long nowNanos) {
    Topic topic = registry.find(partition.topicPartition().topic());
    if (topic != null) {
      missingChanged(topic, nowNanos);
    }
  }

  @Override
  public void missingChanged(Topic topic, long nowNanos) {
    topics.wantPartitions(topic.name(), topic.partitionsWanted(), nowNanos);
  }

  @Override
  public void metadataCame(@Nullable String failure, long nowNanos) {
    questions.metadataCame(failure, nowNanos);
  }
}
