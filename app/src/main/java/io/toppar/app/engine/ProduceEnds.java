package io.toppar.app.engine;

import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.ProduceFailure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What has been taken and has not ended, and how each of it ends: exactly once, with a report. The
 * duty thread only.
 */
final class ProduceEnds {

  private final BufferMemory memory;
  private final BatchEnds reports;
  private final MessageStatus success;
  private final Set<SendBatch> batches = new LinkedHashSet<>();
  private final Set<WaitingMessage> waiting = new LinkedHashSet<>();
  private int appending;

  /**
   * Nothing has been taken.
   *
   * @param success what is known of a message that was delivered: with {@code acks=0} not all
   */
  ProduceEnds(BufferMemory memory, BatchEnds reports, MessageStatus success) {
    this.memory = memory;
    this.reports = reports;
    this.success = success;
  }

  void opened(SendBatch batch) {
    batches.add(batch);
    batch.slot.queued();
  }

  void arrived(WaitingMessage message) {
    waiting.add(message);
  }

  /** The application chooses where it goes. */
  void choosing(WaitingMessage message) {
    message.choosing = true;
  }

  /** What the application chooses a partition for just now. */
  List<WaitingMessage> choosing() {
    return waiting.stream().filter(message -> message.choosing).toList();
  }

  /** Whether the application has chosen for a message that has not ended meanwhile. */
  boolean chosen(WaitingMessage message) {
    boolean wanted = message.choosing;
    message.choosing = false;
    return wanted;
  }

  /** It was appended, or could not be, which is being told. */
  void appending(WaitingMessage message) {
    message.appending = true;
    appending++;
  }

  /** That has been told. */
  void told(WaitingMessage message) {
    message.appending = false;
    appending--;
  }

  /** Whether nothing is being told. */
  boolean areTold() {
    return appending == 0;
  }

  /** A message that waited is in a batch now. */
  void appended(WaitingMessage message) {
    if (waiting.remove(message)) {
      memory.giveBack(message.charge());
    }
  }

  /** Parts take the place of a whole; false if that was reported already, and they are void. */
  boolean split(SendBatch whole, List<SendBatch> parts) {
    boolean valid = end(whole);
    if (valid) {
      memory.giveBack(whole.reportBytes());
      parts.forEach(this::opened);
    } else {
      parts.forEach(this::discard);
    }
    return valid;
  }

  private void discard(SendBatch part) {
    part.ended = true;
    part.releaseIfOver();
    memory.giveBack(part.reportBytes());
  }

  void delivered(SendBatch batch, long baseOffset, long logAppendTimeMillis) {
    if (end(batch)) {
      batch.releaseIfOver();
      reports.ended(BatchEnd.delivered(batch, memory, baseOffset, logAppendTimeMillis, success));
    }
  }

  void failed(SendBatch batch, ProduceFailure failure) {
    if (end(batch)) {
      if (batch.slot.shut(batch)) {
        batch.discard();
      } else {
        batch.releaseIfOver();
      }
      reports.ended(BatchEnd.failed(batch, memory, failure));
    }
  }

  void failed(WaitingMessage message, ProduceFailure failure) {
    if (waiting.remove(message)) {
      message.choosing = false;
      message.topic.settled();
      reports.ended(BatchEnd.failed(message, memory, failure));
    }
  }

  /** Everything that has not ended fails, but for what may be in a batch that is being told. */
  void failAll(ProduceFailure failure) {
    for (WaitingMessage message : List.copyOf(waiting)) {
      if (!message.appending) {
        failed(message, at(message.topic.name(), failure));
      }
    }
    for (SendBatch batch : List.copyOf(batches)) {
      failed(batch, at(batch.slot.topicPartition.toString(), failure));
    }
  }

  private static ProduceFailure at(String where, ProduceFailure failure) {
    return ProduceFailure.of(failure.code(), failure.status(), where + ": " + failure.detail());
  }

  private boolean end(SendBatch batch) {
    if (batch.ended) {
      return false;
    }
    batch.ended = true;
    batches.remove(batch);
    batch.slot.unqueued();
    return true;
  }
}
