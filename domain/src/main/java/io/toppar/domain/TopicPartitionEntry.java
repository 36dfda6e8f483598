package io.toppar.domain;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An element of a {@link TopicPartitionList}: a topic and partition with what a call says, or is
 * told, of it.
 *
 * <p>Which partition it names never changes; the rest may be set. Owned by its list, so for one
 * thread at a time. An offset that has not been set is {@link Offsets#INVALID}, an epoch -1, the
 * metadata none. (librdkafka's element made outside a list has offset 0 instead; here there is no
 * such second default, E1.)
 */
public final class TopicPartitionEntry {

  private static final int UNKNOWN_EPOCH = -1;

  private final String topic;
  private final int partition;
  private final int hash;
  private long offset = Offsets.INVALID;
  private int leaderEpoch = UNKNOWN_EPOCH;
  private int currentLeaderEpoch = UNKNOWN_EPOCH;
  private ErrorCode error = ErrorCode.NONE;
  private TopicId topicId = TopicId.ZERO;
  private byte @Nullable [] metadata;
  private @Nullable Object opaque;

  /** Next element of the same name and number; kept by {@link PartitionIndex}. */
  @Nullable TopicPartitionEntry nextSame;

  /** On the first of those that are the same: the last of them. */
  @Nullable TopicPartitionEntry lastSame;

  TopicPartitionEntry(String topic, int partition) {
    this.topic = Objects.requireNonNull(topic, "topic");
    this.partition = partition;
    this.hash = TopicPartition.hash(topic, partition);
  }

  /** The topic's name; empty where only its id is known. A leading ^ marks an expression. */
  public String topic() {
    return topic;
  }

  /** The partition number, of any value; {@link TopicPartition#UNASSIGNED} included (L14). */
  public int partition() {
    return partition;
  }

  /**
   * Name and number as one.
   *
   * @throws IllegalArgumentException if they name no partition that could exist
   */
  public TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  /** Whether this is that partition. */
  public boolean names(String otherTopic, int otherPartition) {
    return partition == otherPartition && topic.equals(otherTopic);
  }

  /** The offset, absolute or logical; {@link Offsets#INVALID} if there is none. */
  public long offset() {
    return offset;
  }

  /** Sets the offset. */
  public TopicPartitionEntry offset(long value) {
    offset = value;
    return this;
  }

  /** Epoch of the record at the offset, which is committed with it; -1 where unknown. */
  public int leaderEpoch() {
    return leaderEpoch;
  }

  /** Sets the epoch of the record at the offset. */
  public TopicPartitionEntry leaderEpoch(int value) {
    leaderEpoch = value;
    return this;
  }

  /** Epoch of the leader as the client knows it, to be fenced by; -1 where unknown. */
  public int currentLeaderEpoch() {
    return currentLeaderEpoch;
  }

  /** Sets the epoch to be fenced by. */
  public TopicPartitionEntry currentLeaderEpoch(int value) {
    currentLeaderEpoch = value;
    return this;
  }

  /** What became of this element; {@link ErrorCode#NONE} if all is well. */
  public ErrorCode error() {
    return error;
  }

  /** Sets the error. */
  public TopicPartitionEntry error(ErrorCode value) {
    error = value;
    return this;
  }

  /** The topic's id, or {@link TopicId#ZERO}. */
  public TopicId topicId() {
    return topicId;
  }

  /** Sets the topic's id. */
  public TopicPartitionEntry topicId(TopicId value) {
    topicId = value;
    return this;
  }

  /** What is committed beside the offset, any bytes (B157), as a copy; null if there is none. */
  public byte @Nullable [] metadata() {
    return metadata == null ? null : metadata.clone();
  }

  /** Sets what is committed beside the offset, to a copy; null for none. */
  public TopicPartitionEntry metadata(byte @Nullable [] value) {
    metadata = value == null ? null : value.clone();
    return this;
  }

  /** The application's own object, or null. */
  public @Nullable Object opaque() {
    return opaque;
  }

  /** Sets the application's own object, which a copy of this element shares. */
  public TopicPartitionEntry opaque(@Nullable Object value) {
    opaque = value;
    return this;
  }

  /** Takes a result: all but the opaque object. Metadata is replaced, also by none (B010). */
  void update(TopicPartitionEntry from) {
    offset = from.offset;
    leaderEpoch = from.leaderEpoch;
    currentLeaderEpoch = from.currentLeaderEpoch;
    error = from.error;
    topicId = from.topicId;
    metadata = from.metadata; // shared: neither side ever changes the bytes
  }

  /** A new element with everything that this has. */
  TopicPartitionEntry copy() {
    TopicPartitionEntry copy = new TopicPartitionEntry(topic, partition);
    copy.update(this);
    copy.opaque = opaque;
    return copy;
  }

  int hash() {
    return hash;
  }

  /** As in {@link TopicPartitionList#text}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    appendTo(text, true);
    return text.toString();
  }

  void appendTo(StringBuilder text, boolean withError) {
    text.append(topic);
    if (!topicId.isZero()) {
      text.append('(').append(topicId).append(')');
    }
    text.append('[').append(partition).append(']');
    if (offset != Offsets.INVALID) {
      text.append('@').append(offset);
    }
    if (withError && error != ErrorCode.NONE) {
      text.append('(').append(error.name()).append(')');
    }
  }
}
