package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicNames;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What all who send by one client share: its topics, its memory, and the way of a batch from the
 * last append to the duty thread. Any thread.
 */
final class Sending {

  /** What a first guess of a batch's size is: enough for some messages, little for many topics. */
  private static final int LEAST_EXPECTED = 512;

  private final ProducerSettings settings;
  private final BrokerGateway gateway;
  private final Clock clock;
  private final BufferMemory memory;
  private final @Nullable PartitionRule foreign;
  private final RandomGenerator random;
  private final Executor compression;
  private final SendFacts facts;
  private final RareStep rarely = new RareStep();
  private final ConcurrentHashMap<String, SendTopic> topics = new ConcurrentHashMap<>();

  /** Why nothing more is taken; null while it is. */
  private volatile @Nullable EngineException refusal;

  /**
   * Takes messages at once.
   *
   * @param foreign the application's own choice of partitions, or null
   * @param compression compresses what the duty thread wants sealed
   */
  Sending(
      ProducerSettings settings,
      BrokerGateway gateway,
      Clock clock,
      BufferMemory memory,
      @Nullable PartitionRule foreign,
      Executor compression,
      SendFacts facts) {
    this.settings = settings;
    this.gateway = gateway;
    this.clock = clock;
    this.memory = memory;
    this.foreign = foreign;
    this.random = new LockedRandom(settings.random());
    this.compression = compression;
    this.facts = facts;
  }

  ProducerSettings settings() {
    return settings;
  }

  BufferMemory memory() {
    return memory;
  }

  SendFacts facts() {
    return facts;
  }

  /** Does what sending a message rarely needs, out of the compiled code of sending. */
  RareStep rarely() {
    return rarely;
  }

  long nowNanos() {
    return clock.nanoTime();
  }

  /** Since when a message counts: its time runs while it waits for its topic, too. */
  long takenNanos(SendRecord record) {
    return record instanceof WaitingMessage waited ? waited.oldestNanos() : clock.nanoTime();
  }

  /** The time of a message: its own, or now. */
  long timestamp(SendRecord record) {
    long given = record.timestampMillis();
    return given == SendRecord.NOT_SET ? clock.currentTimeMillis() : given;
  }

  /**
   * The topic of this name; the duty thread hears of a new one before anything comes of it.
   *
   * @throws EngineException if no topic can have this name: a request that asks for it might not be
   *     written, and then neither could those for all other topics
   */
  SendTopic topic(String name) {
    SendTopic known = topics.get(name);
    return known != null ? known : topics.computeIfAbsent(name, this::newTopic);
  }

  private SendTopic newTopic(String name) {
    String fault = TopicNames.fault(name);
    if (fault != null) {
      throw new EngineException(ErrorCode.INVALID_TOPIC_EXCEPTION, fault);
    }
    SendTopic topic =
        new SendTopic(name, this, new TopicPartitioner(name, settings, foreign, random));
    facts.appeared(topic);
    return topic;
  }

  /** A builder without any memory. */
  BatchBuilder newBuilder(int expectedBytes, BatchMemory taken) {
    int limit = Math.min(settings.batchBytes(), settings.maxRequestBytes());
    return gateway.newBatch(
        limit,
        Math.min(limit, Math.max(LEAST_EXPECTED, expectedBytes)),
        settings.compression(),
        taken);
  }

  /**
   * Makes a batch and throws it away, so that what cannot work fails before anything is taken.
   *
   * @throws IllegalArgumentException if the codec's library is missing; names the artifact
   */
  void tryCodec() {
    BatchBuilder builder = newBuilder(0, memory);
    if (builder.append(0, null, null, RecordHeaders.NONE) == BatchBuilder.Append.APPENDED) {
      try {
        builder.seal().release();
      } catch (IllegalArgumentException e) {
        builder.discard();
        throw e;
      }
    }
  }

  /** Completes a batch that nobody appends to any more, on this thread; any failure is reported. */
  void seal(SendBatch batch) {
    try {
      batch.seal();
    } catch (Throwable e) {
      facts.brokenBy(batch, e);
      return;
    }
    facts.sealed(batch);
  }

  /** Completes it for the duty thread, which does not compress. */
  void sealFromDuty(SendBatch batch) {
    offDuty(() -> seal(batch));
  }

  /** Makes parts of a batch that was too large. */
  void splitFromDuty(SendBatch batch) {
    offDuty(() -> split(batch));
  }

  /** Any failure is reported: nobody but the duty thread could end the batch. */
  private void split(SendBatch batch) {
    List<SendBatch> parts;
    try {
      parts = batch.split();
    } catch (Throwable e) {
      facts.brokenBy(batch, e);
      return;
    }
    facts.split(batch, parts);
  }

  /** Runs what takes long if batches are compressed, and little if not. */
  private void offDuty(Runnable work) {
    if (settings.compression().codec() == Compression.Codec.NONE) {
      work.run();
    } else {
      compression.execute(work);
    }
  }

  /** Whether nothing more is taken. */
  boolean isStopped() {
    return refusal != null;
  }

  /**
   * Goes on if messages are taken.
   *
   * @throws EngineException if not, saying why
   */
  void requireOpen() {
    EngineException why = refusal;
    if (why != null) {
      throw new EngineException(why.code(), String.valueOf(why.getMessage()));
    }
  }

  /**
   * Takes nothing more, unless that is so already; waits for those who are in the middle of it, and
   * has those told who wait for memory, though none may ever come back.
   */
  void stop(EngineException why) {
    if (refusal == null) {
      refusal = why;
    }
    topics.values().forEach(SendTopic::pass);
    memory.lookAgain();
  }
}
