package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the application asks brokers and the offset store beside reading. Every question is
 * answered: at the latest when the client ends. The duty thread only.
 */
final class Questions {

  private final ClientSettings settings;
  private final BrokerCalls calls;
  private final StoreCalls stores;
  private final LeaderQueries queries;
  private final Topics topics;
  private final Partitions partitions;
  private final TimingWheel wheel;
  private final List<OffsetLookup> lookups = new ArrayList<>();
  private final OwedReplies replies = new OwedReplies();

  Questions(
      ClientSettings settings,
      BrokerCalls calls,
      StoreCalls stores,
      LeaderQueries queries,
      Topics topics,
      Partitions partitions,
      TimingWheel wheel) {
    this.settings = settings;
    this.calls = calls;
    this.stores = stores;
    this.queries = queries;
    this.topics = topics;
    this.partitions = partitions;
    this.wheel = wheel;
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
    replies.owe(reply);
    lookup.begin(nowNanos);
  }

  void cluster(
      @Nullable List<String> names,
      long deadlineNanos,
      CompletableFuture<ClusterMetadata> reply,
      long nowNanos) {
    replies.owe(reply);
    new ClusterLookup(
            names,
            deadlineNanos,
            reply,
            calls,
            wheel,
            settings.requestTimeoutNanos(),
            settings.retryBackoffNanos())
        .attempt(nowNanos);
  }

  void committed(
      Collection<TopicPartition> asked, CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    replies.owe(reply);
    StoreRound round = new StoreRound(asked.size(), reply);
    for (TopicPartition partition : asked) {
      stores.load(
          partition,
          (outcome, now) -> {
            round.loaded(partition, outcome);
            letGoUnlessRead(partition);
          });
    }
    round.begun();
  }

  /** Another process may read what is not assigned here, and write its offset. */
  private void letGoUnlessRead(TopicPartition partition) {
    if (partitions.find(partition) == null) {
      stores.letGo(partition, (outcome, now) -> {});
    }
  }

  void commit(CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    replies.owe(reply);
    List<Partition> stored = new ArrayList<>();
    for (Partition partition : partitions.all()) {
      if (!partition.gone && !partition.slot.isClosed()) {
        stored.add(partition);
      }
    }
    StoreRound round = new StoreRound(stored.size(), reply);
    for (Partition partition : stored) {
      round.commit(partition, stores, partitions.feed());
    }
    round.begun();
  }

  void commit(
      Map<TopicPartition, StoredOffset> positions,
      CompletableFuture<Map<TopicPartition, StoreAnswer>> reply,
      long nowNanos) {
    replies.owe(reply);
    StoreRound round = new StoreRound(positions.size(), reply);
    positions.forEach(
        (name, position) -> {
          Partition partition = partitions.find(name);
          if (partition == null || partition.gone || partition.slot.isClosed()) {
            stores.store(
                name,
                position,
                (outcome, now) -> {
                  round.stored(name, position, outcome);
                  letGoUnlessRead(name);
                });
          } else {
            takeAsStored(partition, position, nowNanos);
            round.write(partition, position, stores, partitions.feed());
          }
        });
    round.begun();
  }

  private void takeAsStored(Partition partition, StoredOffset position, long nowNanos) {
    partitions
        .feed()
        .input(
            partition,
            "store",
            position.offset(),
            position.leaderEpoch(),
            nowNanos,
            (toppar, fx) ->
                toppar.store(
                    position.offset(), position.leaderEpoch(), position.metadata(), nowNanos, fx));
  }

  /** An answer about topics came, or none: whoever waits for a leader looks again. */
  void metadataCame(@Nullable String failure, long nowNanos) {
    for (OffsetLookup lookup : List.copyOf(lookups)) {
      lookup.metadataCame(failure, nowNanos);
    }
  }

  /** Forgets what has been answered. */
  void tidy() {
    lookups.removeIf(OffsetLookup::isOver);
  }

  /** Nothing more will be answered. */
  void end() {
    replies.end();
  }
}
