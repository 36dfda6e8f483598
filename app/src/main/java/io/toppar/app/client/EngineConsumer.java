package io.toppar.app.client;

import io.toppar.app.engine.AppPosition;
import io.toppar.app.engine.ClientReadings;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.Delivery;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.LogBounds;
import io.toppar.app.engine.Slot;
import io.toppar.app.engine.Waits;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The {@link Consumer} over an {@link Engine}. Any thread. */
public final class EngineConsumer implements Consumer {

  private final Engine engine;
  private final ClientSettings settings;
  private final Assigned assigned;
  private final Taking taking;
  private final Asking asking;

  /** Of this consumer: what one thread polled from another is no business of this one. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable PolledRecords> polled = new ThreadLocal<>();

  /**
   * A consumer over an opened engine, which it closes.
   *
   * @param callbacks runs the continuations of returned stages
   */
  public EngineConsumer(Engine engine, ClientSettings settings, Executor callbacks) {
    this(engine, settings, callbacks, null);
  }

  /**
   * A consumer over an opened engine, which it closes.
   *
   * @param callbacks runs the continuations of returned stages, and the listener
   * @param listener takes statistics at their interval, unless that is 0; null for nobody
   */
  public EngineConsumer(
      Engine engine,
      ClientSettings settings,
      Executor callbacks,
      @Nullable StatisticsListener listener) {
    this.engine = engine;
    this.settings = settings;
    this.assigned = new Assigned(engine);
    this.taking = new Taking(engine, settings.autoStore());
    this.asking = new Asking(engine, callbacks);
    if (listener != null && settings.statisticsIntervalNanos() > 0) {
      engine.readingsEvery(
          settings.statisticsIntervalNanos(),
          new StatisticsEmission<ClientReadings>(
                  readings -> listener.onStatistics(Statistics.of(settings.clientId(), readings)),
                  callbacks)
              ::offer);
    }
  }

  @Override
  public void assign(Collection<Assignment> assignments) {
    assigned.assign(assignments);
  }

  @Override
  public void unassign() {
    assigned.assign(List.of());
  }

  @Override
  public Set<TopicPartition> assignment() {
    return assigned.names();
  }

  @Override
  public void seek(TopicPartition topicPartition, long offset, int leaderEpoch) {
    assigned.seek(topicPartition, offset, leaderEpoch);
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    assigned.gate("pause", partitions, true);
  }

  @Override
  public void resume(Collection<TopicPartition> partitions) {
    assigned.gate("resume", partitions, false);
  }

  @Override
  public Set<TopicPartition> paused() {
    return assigned.paused();
  }

  @Override
  public OptionalLong position(TopicPartition topicPartition) {
    AppPosition position = assigned.slot("position", topicPartition).position();
    return position == null ? OptionalLong.empty() : OptionalLong.of(position.offset());
  }

  @Override
  public @Nullable ConsumerEvent pollEvent(Duration timeout) {
    Delivery delivery = taking.next("pollEvent", Waits.nanos(timeout));
    return delivery == null ? null : taking.event(delivery);
  }

  @Override
  public @Nullable RecordBatch poll(Duration timeout) {
    ConsumerEvent event = records("poll", Waits.nanos(timeout));
    return event instanceof ConsumerEvent.Batch batch ? batch.batch() : null;
  }

  /** The next event that a poll for records does not step over: records, or a mere new position. */
  private @Nullable ConsumerEvent records(String call, long timeoutNanos) {
    long deadline = engine.nowNanos() + timeoutNanos;
    long left = timeoutNanos;
    while (true) {
      Delivery delivery = taking.next(call, Math.max(0, left));
      if (delivery == null) {
        return null;
      }
      ConsumerEvent event = taking.event(delivery);
      if (event instanceof ConsumerEvent.PartitionError error) {
        throw error.exception();
      }
      if (event instanceof ConsumerEvent.Batch || event instanceof ConsumerEvent.PositionMoved) {
        return event;
      }
      left = deadline - engine.nowNanos();
    }
  }

  @Override
  public Records pollRecords(Duration timeout) {
    PolledRecords before = polled.get();
    if (before != null) {
      before.close();
      polled.remove();
    }
    PolledRecords records = new PolledRecords();
    ConsumerEvent event = records("pollRecords", Waits.nanos(timeout));
    while (event instanceof ConsumerEvent.Batch batch) {
      records.add(batch.batch());
      if (records.recordCount() >= settings.pollRecordsLimit() || !taking.nextIsRecords()) {
        break;
      }
      event = records("pollRecords", 0);
    }
    if (!records.isEmpty()) {
      polled.set(records);
    }
    return records;
  }

  @Override
  public void store(
      TopicPartition topicPartition, long nextOffset, int leaderEpoch, String metadata) {
    if (settings.autoStore()) {
      throw Errors.storesByRelease();
    }
    if (nextOffset < 0) {
      throw Errors.misuse(
          "only an offset of 0 or greater can be stored, not " + Offsets.text(nextOffset));
    }
    Slot slot = assigned.slot("store", topicPartition);
    StoredOffset position = new StoredOffset(nextOffset, leaderEpoch, metadata);
    Errors.requireAccepted(engine.store(slot, position));
  }

  @Override
  public OptionalLong storedPosition(TopicPartition topicPartition) {
    long stored = assigned.slot("storedPosition", topicPartition).storedOffset();
    return stored < 0 ? OptionalLong.empty() : OptionalLong.of(stored);
  }

  @Override
  public Map<TopicPartition, CommitResult> commit(Duration timeout) {
    return asking.await("commit", Asking.commitResults(engine.commit()), timeout);
  }

  @Override
  public CompletionStage<Map<TopicPartition, CommitResult>> commitAsync() {
    return asking.stage(Asking.commitResults(engine.commit()));
  }

  @Override
  public Map<TopicPartition, CommitResult> commit(
      Map<TopicPartition, StoredOffset> positions, Duration timeout) {
    return asking.await("commit", asking.commit(positions), timeout);
  }

  @Override
  public CompletionStage<Map<TopicPartition, CommitResult>> commitAsync(
      Map<TopicPartition, StoredOffset> positions) {
    return asking.stage(asking.commit(positions));
  }

  @Override
  public Optional<Withheld> withheld(TopicPartition topicPartition) {
    Slot slot = assigned.slot("withheld", topicPartition);
    if (slot.isPaused()) {
      return Optional.of(Withheld.PAUSED);
    }
    return slot.isFull() ? Optional.of(Withheld.UNFINISHED_RECORDS) : Optional.empty();
  }

  @Override
  public long unfinishedRecords(TopicPartition topicPartition) {
    return assigned.slot("unfinishedRecords", topicPartition).unfinishedRecords();
  }

  @Override
  public Lag lag(TopicPartition topicPartition) {
    Slot slot = assigned.slot("lag", topicPartition);
    LogBounds bounds = slot.bounds();
    AppPosition position = slot.position();
    long end =
        bounds == null
            ? -1
            : Math.max(-1, readsCommitted() ? bounds.lastStable() : bounds.highWatermark());
    return new Lag(
        end,
        Lag.between(position == null ? -1 : position.offset(), end),
        Lag.between(slot.storedOffset(), end),
        Lag.between(slot.committedOffset(), end));
  }

  @Override
  public Map<TopicPartition, LagResult> queryLag(
      Collection<TopicPartition> partitions, Duration timeout) {
    return asking.awaitLag("queryLag", Errors.requireDistinct(partitions), timeout);
  }

  private boolean readsCommitted() {
    return settings.toppar().isolationLevel() == IsolationLevel.READ_COMMITTED;
  }

  @Override
  public Map<TopicPartition, StoredOffset> committed(
      Collection<TopicPartition> partitions, Duration timeout) {
    List<TopicPartition> distinct = Errors.requireDistinct(partitions);
    return asking.await("committed", Asking.stored(engine.committed(distinct)), timeout);
  }

  @Override
  public Map<TopicPartition, OffsetResult> beginningOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    return offsetsForTimes(times(partitions, Offsets.BEGINNING), timeout);
  }

  @Override
  public Map<TopicPartition, OffsetResult> endOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    return offsetsForTimes(times(partitions, Offsets.END), timeout);
  }

  private static Map<TopicPartition, Long> times(Collection<TopicPartition> partitions, long time) {
    Map<TopicPartition, Long> times = new LinkedHashMap<>();
    Errors.requireDistinct(partitions).forEach(partition -> times.put(partition, time));
    return times;
  }

  @Override
  public Map<TopicPartition, OffsetResult> offsetsForTimes(
      Map<TopicPartition, Long> times, Duration timeout) {
    return asking.awaitLookup("offsetsForTimes", times, timeout);
  }

  @Override
  public CompletionStage<Map<TopicPartition, OffsetResult>> offsetsForTimesAsync(
      Map<TopicPartition, Long> times, Duration timeout) {
    return asking.stage(asking.lookUp(times, timeout));
  }

  @Override
  public Optional<Watermarks> watermarks(TopicPartition topicPartition) {
    LogBounds bounds = assigned.slot("watermarks", topicPartition).bounds();
    return Optional.ofNullable(bounds)
        .map(
            known ->
                new Watermarks(
                    Math.max(known.logStart(), -1),
                    Math.max(known.highWatermark(), -1),
                    Math.max(known.lastStable(), -1)));
  }

  @Override
  public Watermarks queryWatermarks(TopicPartition topicPartition, Duration timeout) {
    long deadline = engine.nowNanos() + Waits.nanos(timeout);
    List<TopicPartition> one = List.of(topicPartition);
    long start = offset(topicPartition, beginningOffsets(one, timeout));
    Duration left = Duration.ofNanos(Math.max(0, deadline - engine.nowNanos()));
    long end = offset(topicPartition, endOffsets(one, left));
    return new Watermarks(start, readsCommitted() ? -1 : end, readsCommitted() ? end : -1);
  }

  private static long offset(TopicPartition name, Map<TopicPartition, OffsetResult> results) {
    OffsetResult result = results.get(name);
    if (result == null) {
      throw new PartitionException(name, ErrorCode.LOCAL_FAIL, Offsets.INVALID, "no answer");
    }
    return result.offsetOrThrow();
  }

  @Override
  public ClusterMetadata clusterMetadata(@Nullable Collection<String> topics, Duration timeout) {
    return Asking.awaitCluster(engine, topics, timeout);
  }

  @Override
  public CompletionStage<ClusterMetadata> clusterMetadataAsync(
      @Nullable Collection<String> topics, Duration timeout) {
    return asking.stage(Asking.cluster(engine, topics, timeout));
  }

  @Override
  public Statistics statistics(Duration timeout) {
    return Statistics.of(
        settings.clientId(), asking.await("statistics", engine.readings(), timeout));
  }

  @Override
  public CompletionStage<Statistics> statisticsAsync() {
    return asking
        .stage(engine.readings())
        .thenApply(readings -> Statistics.of(settings.clientId(), readings));
  }

  @Override
  public void close(Duration timeout) {
    assigned.close();
    engine.close(timeout);
  }
}
