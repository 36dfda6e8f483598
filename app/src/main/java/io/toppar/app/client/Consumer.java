package io.toppar.app.client;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A reader of partitions that the application chose itself.
 *
 * <p><b>Threading:</b> every method may be called from any thread. Order per partition is the order
 * of hand-over. Continuations of the returned stages run on {@code callback.executor}, never on the
 * client's own thread; a blocking call made from that thread throws.
 *
 * <p><b>Errors:</b> unchecked, all {@link TopparException}s, whose category says what to do. A call
 * about many partitions answers for each of them, so that one failing does not hide the others.
 */
public interface Consumer extends AutoCloseable {

  /**
   * Makes these the partitions that are read, in place of those before (rule L13).
   *
   * <p>A partition that was assigned before with the same start goes on undisturbed, paused or not;
   * with another start it begins there anew. One no longer named is stopped, its stored position
   * committed, its records not yet handed over dropped and its pause forgotten (B042). Returns at
   * once; the positions are looked up behind.
   *
   * @throws TopparException category CONFIGURATION for a partition named twice (B005) or an offset
   *     that is neither 0 or greater nor a logical one that may be started from
   */
  void assign(Collection<Assignment> assignments);

  /** Reads nothing any more; the same as assigning nothing. */
  void unassign();

  /** The assigned partitions. */
  Set<TopicPartition> assignment();

  /** Goes on at another offset; see {@link #seek(TopicPartition, long, int)}. */
  default void seek(TopicPartition topicPartition, long offset) {
    seek(topicPartition, offset, -1);
  }

  /**
   * Goes on at another offset. Once this returns nothing fetched before is handed out, and {@link
   * #position} answers the new offset (B047).
   *
   * @param offset 0 or greater, or BEGINNING, END or a tail
   * @param leaderEpoch epoch of the record before that offset, or -1 where unknown
   * @throws NotAssignedException if the partition is not assigned (B044)
   */
  void seek(TopicPartition topicPartition, long offset, int leaderEpoch);

  /**
   * Hands out nothing more of these partitions: once this returns no batch of them is handed out.
   * What is fetched is kept for {@link #resume} (B037, B040, B041). All or none.
   *
   * @throws NotAssignedException if one is not assigned
   */
  void pause(Collection<TopicPartition> partitions);

  /**
   * Hands records of these partitions out again.
   *
   * @throws NotAssignedException if one is not assigned
   */
  void resume(Collection<TopicPartition> partitions);

  /** The paused partitions. */
  Set<TopicPartition> paused();

  /**
   * Where hand-over goes on: the offset behind the last batch handed over, or the one sought or
   * assigned; empty while a logical one is looked up. Never blocks. Never used as a start (B156).
   *
   * @throws NotAssignedException if the partition is not assigned
   */
  OptionalLong position(TopicPartition topicPartition);

  /**
   * Waits for the next event of any partition, fairly among partitions.
   *
   * @return null if there was none in time
   */
  @Nullable ConsumerEvent pollEvent(Duration timeout);

  /**
   * Waits for the next records of any partition.
   *
   * @return null if there were none in time, or as soon as a position moves over offsets without
   *     records (B095)
   * @throws PartitionException the next error of a partition, in order with its records
   */
  @Nullable RecordBatch poll(Duration timeout);

  /**
   * Waits for the next records of any partition, as objects; first releases what the same thread
   * polled by this method before, which stores what was read of it.
   *
   * @throws PartitionException the next error of a partition, in order with its records
   */
  Records pollRecords(Duration timeout);

  /** Makes {@code nextOffset} the stored position; see the long form. */
  default void store(TopicPartition topicPartition, long nextOffset) {
    store(topicPartition, nextOffset, -1, "");
  }

  /**
   * Makes an offset the stored position, which commits write (O1), wherever reading is now: an
   * order. {@link RecordBatch#store} is for offsets in records. Only with {@code
   * enable.auto.offset.store=false}.
   *
   * @param nextOffset the next offset to read, 0 or greater, stored as given
   * @param leaderEpoch epoch of the record before it, or -1
   * @param metadata kept with it where the store keeps metadata
   * @throws NotAssignedException if the partition is not assigned
   */
  void store(TopicPartition topicPartition, long nextOffset, int leaderEpoch, String metadata);

  /** The stored position: what the next commit writes; empty if nothing is stored. */
  OptionalLong storedPosition(TopicPartition topicPartition);

  /** Writes all stored positions now, and waits. */
  Map<TopicPartition, CommitResult> commit(Duration timeout);

  /** Writes all stored positions now. */
  CompletionStage<Map<TopicPartition, CommitResult>> commitAsync();

  /**
   * Writes these positions now, as given and be they lower (O4), and waits. Each becomes the stored
   * position of its partition, too, if that is assigned; what is finished afterwards follows it.
   * Partitions that are not assigned are written as well, and let go of again.
   *
   * @return a result for each of them
   */
  Map<TopicPartition, CommitResult> commit(
      Map<TopicPartition, StoredOffset> positions, Duration timeout);

  /** As {@link #commit(Map, Duration)}, without waiting. */
  CompletionStage<Map<TopicPartition, CommitResult>> commitAsync(
      Map<TopicPartition, StoredOffset> positions);

  /** What the offset store holds for these partitions; absent where it holds nothing. */
  Map<TopicPartition, StoredOffset> committed(
      Collection<TopicPartition> partitions, Duration timeout);

  /**
   * Why nothing of a partition is handed out just now, if the application can do something about
   * it; empty otherwise. Never blocks.
   *
   * @throws NotAssignedException if the partition is not assigned
   */
  Optional<Withheld> withheld(TopicPartition topicPartition);

  /**
   * How many records of a partition were released and are not acknowledged, or lie behind some that
   * are not finished: so many come again after a crash, beside those that are still held, and those
   * that were finished since the last commit. Never blocks.
   *
   * @throws NotAssignedException if the partition is not assigned
   */
  long unfinishedRecords(TopicPartition topicPartition);

  /**
   * How far a partition is behind, by what the last Fetch told of its end. Never blocks.
   *
   * @throws NotAssignedException if the partition is not assigned
   */
  Lag lag(TopicPartition topicPartition);

  /**
   * How far what is committed is behind the ends that the leaders tell now; for any partitions,
   * assigned or not, paused or not. Every partition has an answer of its own.
   */
  Map<TopicPartition, LagResult> queryLag(Collection<TopicPartition> partitions, Duration timeout);

  /** The first offsets there are. */
  Map<TopicPartition, OffsetResult> beginningOffsets(
      Collection<TopicPartition> partitions, Duration timeout);

  /** The ends: last stable offsets under read_committed, else high watermarks. */
  Map<TopicPartition, OffsetResult> endOffsets(
      Collection<TopicPartition> partitions, Duration timeout);

  /**
   * The first offsets at or after these times, in milliseconds; also takes {@code -1} for the end,
   * {@code -2} for the beginning and {@code -3} for the record of the highest time.
   */
  Map<TopicPartition, OffsetResult> offsetsForTimes(
      Map<TopicPartition, Long> times, Duration timeout);

  /** As {@link #offsetsForTimes(Map, Duration)}, without waiting. */
  CompletionStage<Map<TopicPartition, OffsetResult>> offsetsForTimesAsync(
      Map<TopicPartition, Long> times, Duration timeout);

  /** The bounds that the last Fetch of an assigned partition told; empty before the first. */
  Optional<Watermarks> watermarks(TopicPartition topicPartition);

  /**
   * Asks the leader for the bounds. The end it tells is the last stable offset under read_committed
   * and the high watermark otherwise; the other of the two is -1.
   */
  Watermarks queryWatermarks(TopicPartition topicPartition, Duration timeout);

  /**
   * Brokers, topics and partitions as a broker tells them.
   *
   * @param topics the topics asked for, or null for all
   * @throws TopparException category RETRY if no broker answered in time
   */
  ClusterMetadata clusterMetadata(@Nullable Collection<String> topics, Duration timeout);

  /** As {@link #clusterMetadata}, without waiting. */
  CompletionStage<ClusterMetadata> clusterMetadataAsync(
      @Nullable Collection<String> topics, Duration timeout);

  /**
   * What the client knows of itself now: its brokers, and its topics with their partitions. Asks no
   * broker.
   *
   * @throws TopparException category RETRY if it was not taken in time
   */
  Statistics statistics(Duration timeout);

  /** As {@link #statistics}, without waiting. */
  CompletionStage<Statistics> statisticsAsync();

  /**
   * Commits what is stored, closes the offset store and the gateway, and ends. Returns when done or
   * after the timeout; batches still held stay readable but store nothing. A second call waits for
   * the first.
   */
  void close(Duration timeout);

  /** Closes within 30 seconds. */
  @Override
  default void close() {
    close(Duration.ofSeconds(30));
  }
}
