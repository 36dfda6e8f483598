package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchBuilder.Append;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gateway promises about the batches it has filled, and about their memory. */
interface BatchPromises extends GatewayPromises {

  @Test
  default void aNewBatchHoldsNoMemoryAndNoRecord() {
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    assertThat(builder.recordCount()).isZero();
    assertThat(builder.heldBytes()).isZero();
    assertThat(producer.memory().taken()).isZero();
    builder.discard();
  }

  @Test
  default void aBatchTakesRecordsUpToItsLimitAndThenChangesNothing() {
    ProducerProbe producer = newProducer();
    int limit = 4000;
    BatchBuilder builder = producer.open(limit, Compression.NONE);
    SentRecord record = SentRecord.of(tenMinutesAgo(), "x".repeat(150));
    int appended = 0;
    while (ProducerProbe.append(builder, record) == Append.APPENDED) {
      appended++;
      assertThat(builder.recordCount()).isEqualTo(appended);
      assertThat(builder.sizeBytes()).isLessThanOrEqualTo(limit);
    }
    int size = builder.sizeBytes();
    assertThat(size).isGreaterThan(limit - 250);
    assertThat(ProducerProbe.append(builder, record)).isEqualTo(Append.FULL);
    assertThat(builder.recordCount()).isEqualTo(appended);
    assertThat(builder.sizeBytes()).isEqualTo(size);
    SealedBatch batch = builder.seal();
    assertThat(batch.recordCount()).isEqualTo(appended);
    assertThat(batch.sizeBytes()).isEqualTo(size);
    batch.release();
  }

  @Test
  default void theFirstRecordIsTakenWhateverItsSize() {
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(1000, Compression.NONE);
    SentRecord large = SentRecord.of(tenMinutesAgo(), "x".repeat(50_000));
    assertThat(ProducerProbe.append(builder, large)).isEqualTo(Append.APPENDED);
    assertThat(builder.sizeBytes()).isGreaterThan(50_000);
    SentRecord small = SentRecord.of(tenMinutesAgo(), "y");
    assertThat(ProducerProbe.append(builder, small)).isEqualTo(Append.FULL);
    builder.discard();
  }

  @Test
  default void withoutMemoryNothingIsAppendedUntilThereIsSome() {
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    SentRecord record = SentRecord.of(tenMinutesAgo(), "x".repeat(3000));
    producer.memory().bound(100);
    assertThat(ProducerProbe.append(builder, record)).isEqualTo(Append.NO_MEMORY);
    assertThat(builder.recordCount()).isZero();
    assertThat(builder.heldBytes()).isEqualTo(producer.memory().taken());
    producer.memory().bound(Integer.MAX_VALUE);
    assertThat(ProducerProbe.append(builder, record)).isEqualTo(Append.APPENDED);
    producer.memory().bound(producer.memory().taken());
    SentRecord larger = SentRecord.of(tenMinutesAgo(), "x".repeat(100_000));
    int size = builder.sizeBytes();
    assertThat(ProducerProbe.append(builder, larger)).isEqualTo(Append.NO_MEMORY);
    assertThat(builder.recordCount()).isEqualTo(1);
    assertThat(builder.sizeBytes()).isEqualTo(size);
    builder.discard();
  }

  @Test
  default void whatIsHeldTakesRecordsUntilItIsFullOrTheBatchIs() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    int limit = 4000;
    BatchBuilder builder = producer.open(limit, Compression.NONE);
    List<SentRecord> appended = new ArrayList<>();
    SentRecord next = SentRecord.of(tenMinutesAgo(), "0");
    assertThat(ProducerProbe.appendToHeld(builder, next)).as("nothing is held").isFalse();
    while (ProducerProbe.append(builder, next) == Append.APPENDED) {
      int held = builder.heldBytes();
      do {
        appended.add(next);
        assertThat(builder.recordCount()).isEqualTo(appended.size());
        assertThat(builder.sizeBytes()).isLessThanOrEqualTo(limit);
        assertThat(builder.heldBytes()).isEqualTo(held);
        next = SentRecord.of(tenMinutesAgo() + appended.size() % 3, "" + appended.size());
      } while (ProducerProbe.appendToHeld(builder, next));
      assertThat(builder.recordCount()).isEqualTo(appended.size());
    }
    assertThat(ProducerProbe.appendToHeld(builder, next)).as("it is full").isFalse();
    assertThat(builder.sizeBytes()).isGreaterThan(limit - 50);
    producer.sendOnce(words, builder.seal());
    assertThat(newProbe().read(words, 0, appended.size(), IsolationLevel.READ_COMMITTED))
        .extracting(SeenRecord::sent)
        .isEqualTo(appended);
  }

  @Test
  default void memoryGrowsAsABatchIsFilledAndIsHeldUntilItsEnd() {
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    for (int i = 0; i < 100; i++) {
      ProducerProbe.append(builder, SentRecord.of(tenMinutesAgo(), "x".repeat(777)));
      assertThat(builder.heldBytes()).isEqualTo(producer.memory().taken());
      assertThat(builder.heldBytes()).isGreaterThanOrEqualTo(builder.sizeBytes());
    }
    SealedBatch batch = builder.seal();
    assertThat(batch.heldBytes()).isEqualTo(producer.memory().taken());
    assertThat(batch.heldBytes()).isGreaterThanOrEqualTo(batch.sizeBytes());
    batch.release();
    assertThat(producer.memory().taken()).isZero();
  }

  @Test
  default void whatIsDiscardedGivesItsMemoryBack() {
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    ProducerProbe.append(builder, SentRecord.of(tenMinutesAgo(), "x"));
    assertThat(producer.memory().taken()).isPositive();
    builder.discard();
    assertThat(producer.memory().taken()).isZero();
  }

  @Test
  default void aBatchOfNoRecordsCannotBeSealed() {
    BatchBuilder builder = newProducer().open(ProducerProbe.LIMIT, Compression.NONE);
    assertThatThrownBy(builder::seal).isInstanceOf(IllegalStateException.class);
    builder.discard();
  }

  @Test
  default void whatIsAppendedIsCopied() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    BatchBuilder builder = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    byte[] shared = new byte[8];
    Slice view = new Slice();
    List<String> appended = List.of("first", "second", "third");
    for (String word : appended) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      System.arraycopy(bytes, 0, shared, 1, bytes.length);
      view.wrap(shared, 1, bytes.length);
      builder.append(tenMinutesAgo(), view, view, RecordHeaders.NONE);
      Arrays.fill(shared, (byte) '!');
    }
    producer.sendOnce(words, builder.seal());
    assertThat(newProbe().read(words, 0, 3, IsolationLevel.READ_COMMITTED))
        .extracting(record -> record.sent().key(), SeenRecord::text)
        .containsExactlyElementsOf(
            appended.stream().map(word -> tuple(Slice.of(word), word)).toList());
  }

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  default void aCompressedBatchIsAccountedToTheByteAndNeverLargerThanUncompressed(
      Compression.Codec codec) {
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    SealedBatch plain = producer.batch(records);
    SealedBatch batch = producer.batch(Compression.of(codec), records);
    assertThat(batch.recordCount()).isEqualTo(records.size());
    assertThat(batch.sizeBytes()).isLessThanOrEqualTo(plain.sizeBytes());
    assertThat(plain.heldBytes() + batch.heldBytes()).isEqualTo(producer.memory().taken());
    plain.release();
    assertThat(batch.heldBytes()).isEqualTo(producer.memory().taken());
    batch.release();
  }

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  default void theHalvesOfABatchHaveItsRecordsInOrder(Compression.Codec codec) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    SealedBatch whole = producer.batch(Compression.of(codec), records);
    List<SealedBatch> parts = whole.split();
    assertThat(parts).hasSizeGreaterThanOrEqualTo(2);
    assertThat(parts).allSatisfy(part -> assertThat(part.recordCount()).isPositive());
    assertThat(parts.stream().mapToInt(SealedBatch::recordCount).sum()).isEqualTo(records.size());
    assertThat(parts.stream().mapToInt(SealedBatch::heldBytes).sum())
        .isEqualTo(producer.memory().taken());
    parts.forEach(part -> producer.sendOnce(words, part));
    assertThat(newProbe().read(words, 0, records.size(), IsolationLevel.READ_COMMITTED))
        .extracting(SeenRecord::sent)
        .isEqualTo(records);
  }

  @Test
  default void aBatchIsSplitIntoPartsOfAboutHalfItsSize() {
    ProducerProbe producer = newProducer();
    List<SentRecord> records =
        Collections.nCopies(100, SentRecord.of(tenMinutesAgo(), "x".repeat(90)));
    SealedBatch whole = producer.batch(records);
    int size = whole.sizeBytes();
    List<SealedBatch> parts = whole.split();
    assertThat(parts)
        .hasSize(2)
        .allSatisfy(part -> assertThat(part.sizeBytes()).isBetween(size * 2 / 5, size * 3 / 5));
    parts.forEach(SealedBatch::release);
  }

  @Test
  default void aBatchOfOneRecordCannotBeSplitAndIsKept() {
    ProducerProbe producer = newProducer();
    SealedBatch batch = producer.batch(records("a"));
    assertThatThrownBy(batch::split).isInstanceOf(IllegalStateException.class);
    assertThat(batch.recordCount()).isEqualTo(1);
    batch.release();
  }

  @Test
  default void batchesMayBeFilledByManyThreadsAtOnce() throws InterruptedException {
    ProducerProbe producer = newProducer();
    List<SealedBatch> sealed = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int j = 0; j < 25; j++) {
                  SealedBatch batch = producer.batch(records("a", "b", "c"));
                  synchronized (sealed) {
                    sealed.add(batch);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(sealed).hasSize(100);
    assertThat(sealed.stream().mapToInt(SealedBatch::heldBytes).sum())
        .isEqualTo(producer.memory().taken());
    sealed.forEach(SealedBatch::release);
  }

  @Test
  default void batchesOutliveTheGateway() {
    ProducerProbe producer = newProducer();
    SealedBatch first = producer.batch(records("a", "b"));
    BatchBuilder open = producer.open(ProducerProbe.LIMIT, Compression.NONE);
    ProducerProbe.append(open, records("c").get(0));
    producer.probe().gateway().close(Duration.ofSeconds(10));
    assertThat(first.split()).hasSize(2).allSatisfy(SealedBatch::release);
    open.discard();
    assertThat(producer.memory().taken()).isZero();
  }
}
