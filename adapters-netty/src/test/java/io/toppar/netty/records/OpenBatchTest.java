package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchBuilder.Append;
import io.toppar.ports.Compression;
import io.toppar.ports.Compression.Codec;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a batch takes memory while it is filled, and what sealing makes of it. */
final class OpenBatchTest {

  private static final int LIMIT = 64 << 10;
  private static final Slice HUNDRED = Slice.of("x".repeat(100));

  private final MemoryAccount memory = new MemoryAccount();
  private final BatchMaker maker = new BatchMaker(1 << 20);

  @AfterEach
  void nothing_is_held() {
    assertThat(memory.taken()).isZero();
    assertThat(maker.outstandingChunks()).isZero();
    maker.close();
  }

  @ParameterizedTest
  @CsvSource({"0", "512", "10000", "65536"})
  void memory_doubles_from_what_is_expected_up_to_the_limit(int expected) {
    BatchBuilder open = open(expected, Compression.NONE);
    while (append(open, HUNDRED) == Append.APPENDED) {
      assertThat(open.heldBytes())
          .isEqualTo((int) memory.taken())
          .isGreaterThanOrEqualTo(open.sizeBytes() - BatchLayout.RECORDS)
          .isLessThanOrEqualTo(Math.max(ChunkPool.capacity(expected), 3 * open.sizeBytes() + 512));
    }
    assertThat(open.sizeBytes()).isGreaterThan(LIMIT - 200);
    assertThat(open.heldBytes()).isLessThanOrEqualTo(LIMIT + LIMIT / 4);
    open.discard();
  }

  @Test
  void what_is_expected_is_taken_at_once() {
    BatchBuilder open = open(10_000, Compression.NONE);
    append(open, HUNDRED);
    assertThat(open.heldBytes()).isEqualTo(ChunkPool.capacity(10_000));
    open.discard();
  }

  @Test
  void where_memory_is_short_a_piece_for_the_one_record_will_do() {
    MemoryAccount small = new MemoryAccount(2_000);
    BatchBuilder open = maker.newBatch(LIMIT, LIMIT, Compression.NONE, small);
    while (append(open, HUNDRED) == Append.APPENDED) {
      assertThat(small.taken()).isLessThanOrEqualTo(2_000);
    }
    assertThat(open.recordCount()).isBetween(10, 18);
    assertThat(append(open, HUNDRED)).isEqualTo(Append.NO_MEMORY);
    open.discard();
    assertThat(small.taken()).isZero();
  }

  /** Direct memory may be less than buffer.memory. */
  @Test
  void where_the_jvm_has_no_memory_none_stays_taken() {
    BatchMaker poor = new BatchMaker(new ChunkPool(0, new Limited(0)));
    BatchBuilder open = poor.newBatch(LIMIT, 0, Compression.NONE, memory);
    assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> append(open, HUNDRED));
    assertThat(memory.taken()).isZero();
    assertThat(poor.outstandingChunks()).isZero();
    assertThat(open.recordCount()).isZero();
    open.discard();
    poor.close();
  }

  @ParameterizedTest(name = "{0} pieces of memory are left")
  @ValueSource(ints = {0, 1, 2})
  void where_the_jvm_has_no_memory_to_compress_into_the_batch_is_what_it_was(int left) {
    Limited jvm = new Limited(100);
    BatchMaker poor = new BatchMaker(new ChunkPool(0, jvm));
    BatchBuilder open = poor.newBatch(LIMIT, 0, Compression.of(Codec.GZIP), memory);
    for (int i = 0; i < 20; i++) {
      append(open, HUNDRED);
    }
    int pieces = poor.outstandingChunks();
    assertThat(pieces).isGreaterThan(1);
    jvm.left = left;
    assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(open::seal);
    assertThat(poor.outstandingChunks()).isEqualTo(pieces);
    assertThat(memory.taken()).isEqualTo(open.heldBytes());
    open.discard();
    assertThat(poor.outstandingChunks()).isZero();
    poor.close();
  }

  /** Memory that is used up after some pieces. */
  private static final class Limited implements IntFunction<ByteBuf> {

    private int left;

    Limited(int left) {
      this.left = left;
    }

    @Override
    public ByteBuf apply(int bytes) {
      if (left == 0) {
        throw new OutOfMemoryError("planted");
      }
      left--;
      return Unpooled.directBuffer(bytes, bytes);
    }
  }

  @Test
  void a_record_that_no_batch_can_hold_is_refused_and_changes_nothing() {
    BatchBuilder open = open(0, Compression.NONE);
    Slice large = Slice.of(new byte[1 << 26]);
    RecordHeaders headers =
        new RecordHeaders() {
          @Override
          public int count() {
            return 40;
          }

          @Override
          public Slice name(int index) {
            return HUNDRED;
          }

          @Override
          public @Nullable Slice value(int index) {
            return large;
          }
        };
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open.append(0, null, null, headers))
        .withMessageContaining("26843");
    assertThat(open.recordCount()).isZero();
    open.discard();
  }

  @ParameterizedTest
  @EnumSource
  void what_does_not_compress_is_left_as_it_is(Codec codec) {
    byte[] noise = new byte[10_000];
    new SplittableRandom(1).nextBytes(noise);
    BatchBuilder open = open(0, Compression.of(codec));
    append(open, Slice.of(noise));
    int plain = open.sizeBytes();
    SealedBatch batch = open.seal();
    assertThat(batch.sizeBytes()).isEqualTo(plain);
    assertThat(SentBatches.bytes(batch)[BatchLayout.ATTRIBUTES + 1]).isZero();
    batch.release();
  }

  @ParameterizedTest
  @CsvSource({"GZIP, 1", "SNAPPY, 2", "LZ4, 3", "ZSTD, 4"})
  void what_compresses_holds_no_more_than_it_needs(Codec codec, int number) {
    BatchBuilder open = open(LIMIT, Compression.of(codec));
    while (append(open, HUNDRED) == Append.APPENDED) {
      assertThat(open.heldBytes()).isPositive();
    }
    int plain = open.sizeBytes();
    SealedBatch batch = open.seal();
    assertThat(batch.sizeBytes()).isLessThan(plain / 2);
    assertThat(batch.heldBytes())
        .isEqualTo(ChunkPool.capacity(batch.sizeBytes() - BatchLayout.RECORDS));
    assertThat(SentBatches.bytes(batch)[BatchLayout.ATTRIBUTES + 1]).isEqualTo((byte) number);
    batch.release();
  }

  @ParameterizedTest
  @CsvSource({"GZIP, 1, 9", "LZ4, 1, 17", "ZSTD, -100, 19"})
  void a_higher_level_compresses_better(Codec codec, int low, int high) {
    assertThat(size(new Compression(codec, high))).isLessThan(size(new Compression(codec, low)));
  }

  @ParameterizedTest
  @CsvSource({"GZIP, 0", "GZIP, 10", "LZ4, 0", "LZ4, 18", "ZSTD, 23", "ZSTD, -131073"})
  void a_level_that_the_codec_does_not_have_is_refused(Codec codec, int level) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(0, new Compression(codec, level)))
        .withMessageContainingAll(
            codec.name().toLowerCase(Locale.ROOT), "levels from", "not " + level);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "SNAPPY"})
  void a_codec_without_levels_does_not_mind_one(Codec codec) {
    BatchBuilder open = open(0, new Compression(codec, 99));
    append(open, HUNDRED);
    open.seal().release();
  }

  @Test
  void a_batch_ends_once() {
    BatchBuilder open = open(0, Compression.NONE);
    append(open, HUNDRED);
    append(open, HUNDRED);
    SealedBatch batch = open.seal();
    batch.split().forEach(SealedBatch::release);
    assertThatIllegalStateException().isThrownBy(batch::release);
  }

  @Test
  void memory_of_one_batch_is_used_for_the_next() {
    BatchBuilder first = open(0, Compression.NONE);
    append(first, HUNDRED);
    first.discard();
    long kept = maker.idleBytes();
    assertThat(kept).isPositive();
    BatchBuilder second = open(0, Compression.NONE);
    append(second, HUNDRED);
    assertThat(maker.idleBytes()).isZero();
    second.discard();
    assertThat(maker.idleBytes()).isEqualTo(kept);
  }

  @Test
  void records_are_written_without_allocation() {
    fill(20_000);
    long before = Allocations.ofThisThread();
    fill(100_000);
    long perRecord = (Allocations.ofThisThread() - before) / 100_000;
    assertThat(perRecord).as("bytes; a batch's own are spread over its 600 records").isLessThan(2);
  }

  private void fill(int records) {
    Slice key = Slice.of("key");
    BatchBuilder open = open(LIMIT, Compression.NONE);
    for (int i = 0; i < records; i++) {
      if (open.append(1_000_000 + i, key, HUNDRED, RecordHeaders.NONE) != Append.APPENDED) {
        open.seal().release();
        open = open(LIMIT, Compression.NONE);
      }
    }
    open.discard();
  }

  private int size(Compression compression) {
    BatchBuilder open = open(0, compression);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 500; i++) {
      append(open, Slice.of("name=" + random.nextInt(1000) + ", colour=" + random.nextInt(9)));
    }
    SealedBatch batch = open.seal();
    int size = batch.sizeBytes();
    batch.release();
    return size;
  }

  private BatchBuilder open(int expected, Compression compression) {
    return maker.newBatch(LIMIT, expected, compression, memory);
  }

  private static Append append(BatchBuilder open, Slice value) {
    return open.append(Fixtures.BASE_TIME, null, value, RecordHeaders.NONE);
  }
}
