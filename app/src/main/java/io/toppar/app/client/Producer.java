package io.toppar.app.client;

import io.toppar.domain.ClusterMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A writer to partitions that the application, its partitioner or its keys choose.
 *
 * <p><b>Threading:</b> every method may be called from any thread. What one thread sends to a
 * partition keeps its order there, unless idempotence is off and more than one request may be in
 * flight (P14). Callbacks, the listener and continuations of returned stages run on {@code
 * callback.executor}, one at a time and in order per partition. The one that a client has by itself
 * is never the client's own thread; an executor that runs what it is given at once, such as {@code
 * Runnable::run}, makes it so. Then a callback holds up all that the client does, and what would
 * have to wait (a {@code send} without room, {@link #flush(Duration)}, {@link #close}, {@link
 * #clusterMetadata}, {@link #statistics}) throws {@link IllegalStateException} there and changes
 * nothing.
 *
 * <p><b>Reports:</b> a message that was taken is reported exactly once, whatever happens: to its
 * callback or stage if it has one, and to the {@link DeliveryListener} if there is one. What keeps
 * a message from being taken is thrown instead, and the message stays the caller's as it was
 * (B190).
 *
 * <p><b>Memory:</b> what is taken is held in {@code buffer.memory} until it has ended, its report
 * until that was given: an application that is slow to take its reports is slowed down by that in
 * the end, while what was taken goes on being sent (B184).
 *
 * <p><b>Errors:</b> unchecked, all {@link TopparException}s, whose category says what to do. A null
 * where none is allowed is a {@link NullPointerException} that names the parameter.
 */
public interface Producer extends AutoCloseable {

  /**
   * Hands a message over; waits for room in {@code buffer.memory}, at most {@code max.block.ms}.
   * Waits for nothing else: neither for metadata nor for the network.
   *
   * @return its report; a {@link DeliveryException} if it was not delivered, which what depends on
   *     the stage gets as the cause of a {@link java.util.concurrent.CompletionException}
   * @throws TopparException LOCAL_QUEUE_FULL, category RETRY, if there was no room in time;
   *     MESSAGE_TOO_LARGE if it is over max.request.size; INVALID_TOPIC_EXCEPTION if no topic can
   *     have this name, as it is too long or no text; category RECREATE if the producer is closed
   *     or cannot go on
   * @throws IllegalStateException if it would have to wait on the client's own thread
   */
  CompletionStage<DeliveryReport> send(Message message);

  /**
   * As {@link #send(Message)}, with a callback in place of the stage; null for nobody, which costs
   * nothing.
   */
  void send(Message message, @Nullable DeliveryCallback callback);

  /** As {@link #send(Message)}, for texts. */
  default CompletionStage<DeliveryReport> send(
      String topic, @Nullable String key, @Nullable String value) {
    Message message = Message.to(topic);
    if (key != null) {
      message.key(key);
    }
    if (value != null) {
      message.value(value);
    }
    return send(message);
  }

  /**
   * Hands a message over if there is room for it; never waits.
   *
   * @param callback told what became of it, or null for nobody
   * @throws TopparException as {@link #send(Message)}, but for LOCAL_QUEUE_FULL
   */
  SendResult trySend(Message message, @Nullable DeliveryCallback callback);

  /** As {@link #trySend(Message, DeliveryCallback)} without a callback. */
  default SendResult trySend(Message message) {
    return trySend(message, null);
  }

  /**
   * How many partitions a topic has, asked for unless it is known. What is sent to it afterwards is
   * appended to its partition at once, and not copied to wait for metadata.
   *
   * @return the number, however long it takes to learn it; fails with UNKNOWN_TOPIC_OR_PARTITION or
   *     the like if the topic cannot be written to, and with LOCAL_DESTROY when the producer closes
   */
  CompletionStage<Integer> partitionCount(String topic);

  /**
   * Brokers, topics and partitions as a broker tells them; makes no topic.
   *
   * @param topics the topics asked for, or null for all
   * @throws TopparException category RETRY if no broker answered in time
   */
  ClusterMetadata clusterMetadata(@Nullable Collection<String> topics, Duration timeout);

  /** As {@link #clusterMetadata}, without waiting. */
  CompletionStage<ClusterMetadata> clusterMetadataAsync(
      @Nullable Collection<String> topics, Duration timeout);

  /**
   * Sends what was handed over before, without waiting for more to go with it (B186), and waits
   * until all of it has ended and its callbacks have run.
   *
   * @throws TopparException LOCAL_TIMED_OUT if that took longer; what there is goes on being sent
   * @throws IllegalStateException if called from a callback, which would wait for itself
   */
  void flush(Duration timeout);

  /** As {@link #flush(Duration)}, without waiting. */
  CompletionStage<@Nullable Void> flush();

  /**
   * Fails what was handed over (P26): what was not sent with LOCAL_PURGE_QUEUE, what is in flight
   * with LOCAL_PURGE_INFLIGHT, which may be in the log all the same.
   *
   * @param queued what was not sent yet
   * @param inFlight what was sent and not answered
   * @return completed when callbacks have been told
   */
  CompletionStage<@Nullable Void> purge(boolean queued, boolean inFlight);

  /**
   * What the client knows of itself now: its memory, its brokers, and its topics with their
   * partitions. Asks no broker.
   *
   * @throws TopparException category RETRY if it was not taken in time
   */
  ProducerStatistics statistics(Duration timeout);

  /** As {@link #statistics}, without waiting. */
  CompletionStage<ProducerStatistics> statisticsAsync();

  /** Bytes of {@code buffer.memory} that are taken. Never blocks. */
  long bufferedBytes();

  /**
   * Takes nothing more, sends what there is, fails what cannot be sent in time, and ends: every
   * message has been reported (B182). Returns when done or about the timeout. A second call waits
   * for the first.
   */
  void close(Duration timeout);

  /** Closes within 30 seconds. */
  @Override
  default void close() {
    close(Duration.ofSeconds(30));
  }
}
