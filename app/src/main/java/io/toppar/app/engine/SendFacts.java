package io.toppar.app.engine;

import io.toppar.domain.produce.ProduceFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What senders tell the duty thread. Any thread; what one thread tells, or tells under one lock,
 * comes in that order. Never blocks.
 */
interface SendFacts {

  /** Somebody sends to a topic for the first time. */
  void appeared(SendTopic topic);

  /** Messages of a topic wait; take them all. */
  void arrived(SendTopic topic);

  /** The application has chosen the partition of a message that waited, or has failed to. */
  void chosen(WaitingMessage message, int partition, @Nullable ProduceFailure failure);

  /** A message that waited has been appended, or could not be. */
  void assigned(WaitingMessage message, @Nullable ProduceFailure failure);

  /** A batch was opened, with its first message. */
  void opened(SendBatch batch);

  /** A batch is complete. */
  void sealed(SendBatch batch);

  /** A batch could not be completed, or not be split, which must not happen. */
  void brokenBy(SendBatch batch, Throwable failure);

  /** A batch was split into these parts. */
  void split(SendBatch whole, List<SendBatch> parts);
}
