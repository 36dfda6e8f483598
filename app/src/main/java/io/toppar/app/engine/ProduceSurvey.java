package io.toppar.app.engine;

import io.toppar.domain.MetadataCache;
import io.toppar.domain.produce.ProduceMachine;
import io.toppar.ports.Clock;

/**
 * Takes the readings of the machines of a client that writes, when asked and at an interval:
 * O(partitions) of reading, and no machine is changed by it. The duty thread only.
 */
final class ProduceSurvey {

  private final Sending sending;
  private final Room room;
  private final ProduceMachine machine;
  private final ProduceNews news;
  private final Clock clock;
  private final BrokerSurvey brokers;
  private final SurveyInterval<ProduceReadings> interval;
  private final long openedNanos;

  ProduceSurvey(
      Sending sending,
      Room room,
      ProduceMachine machine,
      ProduceNews news,
      MetadataCache cache,
      BrokerCalls calls,
      Clock clock,
      TimingWheel wheel) {
    this.sending = sending;
    this.room = room;
    this.machine = machine;
    this.news = news;
    this.clock = clock;
    this.brokers = new BrokerSurvey(cache, calls);
    this.interval = new SurveyInterval<>(wheel, this::take);
    this.openedNanos = clock.nanoTime();
  }

  /** The readings that are taken again and again. */
  SurveyInterval<ProduceReadings> interval() {
    return interval;
  }

  ProduceReadings take(long nowNanos) {
    return new ProduceReadings(
        sending.settings().clientId(),
        nowNanos,
        clock.currentTimeMillis(),
        nowNanos - openedNanos,
        sending.memory().usedBytes(),
        sending.settings().bufferBytes(),
        room.waiting(),
        machine.producerState(),
        machine.producerId(),
        brokers.take(nobody -> null, nowNanos),
        news.readings(nowNanos));
  }
}
