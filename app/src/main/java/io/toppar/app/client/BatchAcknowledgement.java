package io.toppar.app.client;

import io.toppar.app.engine.Delivery;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.Progress;
import io.toppar.domain.TopicPartition;

/**
 * The {@link Acknowledgement} of a taken batch. Any thread.
 *
 * <p>The engine hears only when the lowest unfinished offset has moved, and once for many moves: it
 * asks how far they went when its turn comes.
 */
final class BatchAcknowledgement implements Acknowledgement {

  private final Engine engine;
  private final Delivery delivery;
  private final TopicPartition topicPartition;
  private final OpenRecords records;
  private long toldUpTo;
  private boolean telling;
  private boolean over;

  BatchAcknowledgement(Engine engine, Delivery delivery) {
    this.engine = engine;
    this.delivery = delivery;
    this.topicPartition = delivery.slot().topicPartition();
    this.records =
        new OpenRecords(delivery.from(), delivery.to(), delivery.batches().leaderEpoch());
    this.toldUpTo = delivery.from();
  }

  @Override
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** A reader stands at a record: from now on it can be acknowledged. */
  synchronized void reached(long offset, int leaderEpoch) {
    records.read(offset, leaderEpoch);
  }

  /** A reader found no more records before this offset. */
  synchronized void readTo(long offset) {
    records.readTo(offset);
    tell();
  }

  /** How far everything is finished now. */
  synchronized Progress progress() {
    Progress progress = records.progress();
    return over ? new Progress(progress.nextOffset(), progress.leaderEpoch(), true) : progress;
  }

  @Override
  public synchronized boolean acknowledge(long offset) {
    if (offset < delivery.from() || offset >= delivery.to()) {
      throw new IllegalArgumentException(offset + " is not an offset of " + range());
    }
    if (!records.isRead(offset)) {
      throw new IllegalStateException(
          offset + " was not read yet from " + range() + "; acknowledge records once read");
    }
    boolean news = !over && records.finish(offset);
    if (news) {
      tell();
    }
    return news;
  }

  @Override
  public synchronized void acknowledgeUpTo(long nextOffset) {
    if (nextOffset < delivery.from() || nextOffset > delivery.to()) {
      throw new IllegalArgumentException(nextOffset + " does not lie in " + range());
    }
    if (!over) {
      records.finishTo(nextOffset);
      tell();
    }
  }

  @Override
  public void acknowledge() {
    acknowledgeUpTo(delivery.to());
  }

  @Override
  public synchronized void abandon() {
    if (!isOver()) {
      over = true;
      telling = true;
      engine.progressed(delivery, this::told);
    }
  }

  @Override
  public synchronized int unfinished() {
    return over ? 0 : records.count();
  }

  @Override
  public synchronized boolean isOver() {
    return over || records.lowest() == delivery.to();
  }

  @Override
  public boolean counts() {
    return !engine.isClosed() && !engine.handOver().isVoid(delivery);
  }

  private void tell() {
    if (!telling && records.lowest() > toldUpTo) {
      telling = true;
      engine.progressed(delivery, this::told);
    }
  }

  /** The engine asks. */
  private synchronized Progress told() {
    telling = false;
    Progress progress = progress();
    toldUpTo = progress.nextOffset();
    return progress;
  }

  private String range() {
    return "the batch " + delivery.from() + ".." + (delivery.to() - 1) + " of " + topicPartition;
  }
}
