package io.toppar.app.engine;

import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The hand-over side of one assigned partition: what was delivered and not taken, whether it is
 * paused, and where it stands.
 *
 * <p>The readings may be called from any thread and never block. Everything else is guarded by the
 * lock of the {@link HandOver}.
 */
public final class Slot {

  private final TopicPartition topicPartition;

  final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();

  /** Commands that void what is delivered and have not been run yet (V1, V6). */
  int pendingBarriers;

  /** Whether the oldest of those commands is being run by the duty thread right now. */
  boolean commandRuns;

  /** Takers that found what they cannot read, of which the machine has not heard yet. */
  int heldBack;

  /** How often what was delivered has been made void. */
  int generation;

  /** Whether it waits its turn. */
  boolean inTurn;

  /** Explicit stores on their way: until they arrive the application's word stands. */
  final AtomicInteger pendingStores = new AtomicInteger();

  /** Whether too many records that were handed out are unfinished. */
  volatile boolean full;

  volatile boolean paused;
  volatile boolean closed;
  volatile @Nullable AppPosition position;
  volatile @Nullable LogBounds bounds;
  volatile long storedOffset = Offsets.INVALID;
  volatile long committedOffset = Offsets.INVALID;
  volatile long unfinishedRecords;

  /** A slot without anything, behind a barrier until its partition has been started. */
  public Slot(TopicPartition topicPartition, @Nullable AppPosition start) {
    this.topicPartition = topicPartition;
    this.position = start;
    this.pendingBarriers = 1;
  }

  /** Whether nothing may be handed out for now. */
  boolean isShut() {
    return paused || full || heldBack > 0 || pendingBarriers > 0;
  }

  /** Which partition this is. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** Whether the application has paused it. */
  public boolean isPaused() {
    return paused;
  }

  /** Whether nothing is handed out because too much of it is unfinished. */
  public boolean isFull() {
    return full;
  }

  /** Records that were released, and are not acknowledged or lie behind some that are not. */
  public long unfinishedRecords() {
    return unfinishedRecords;
  }

  /** Whether the partition is no longer assigned. */
  public boolean isClosed() {
    return closed;
  }

  /** Where hand-over goes on, or null while that is looked up. */
  public @Nullable AppPosition position() {
    return position;
  }

  /** What the last Fetch told of the log, or null before the first. */
  public @Nullable LogBounds bounds() {
    return bounds;
  }

  /** The stored position, or {@link Offsets#INVALID}. */
  public long storedOffset() {
    return storedOffset;
  }

  /** What is known to be committed, or {@link Offsets#INVALID}. */
  public long committedOffset() {
    return committedOffset;
  }
}
