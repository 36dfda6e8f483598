package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChunkPoolTest {

  @ParameterizedTest
  @CsvSource({
    "0, 512",
    "512, 512",
    "513, 640",
    "640, 640",
    "1000, 1024",
    "65475, 65536",
    "65537, 81920",
    "2147483647, 2147483647"
  })
  void sizes_come_four_to_a_doubling(int bytes, int capacity) {
    assertThat(ChunkPool.capacity(bytes)).isEqualTo(capacity);
  }

  @Test
  void no_more_is_kept_than_the_limit() {
    ChunkPool pool = new ChunkPool(1_500);
    Chunk first = pool.take(600);
    Chunk second = pool.take(600);
    Chunk third = pool.take(600);
    assertThat(pool.outstandingChunks()).isEqualTo(3);
    pool.giveBack(first);
    pool.giveBack(second);
    pool.giveBack(third);
    assertThat(pool.outstandingChunks()).isZero();
    assertThat(pool.idleBytes()).isEqualTo(2 * 640);
    Chunk again = pool.take(600);
    assertThat(again).isIn(first, second);
    pool.giveBack(again);
    pool.close();
  }

  @Test
  void a_chunk_that_comes_back_is_empty_again() {
    ChunkPool pool = new ChunkPool(10_000);
    Chunk chunk = pool.take(600);
    chunk.filledTo(10);
    pool.giveBack(chunk);
    assertThat(pool.take(600).length()).isZero();
    pool.giveBack(chunk);
    pool.close();
  }

  @Test
  void a_closed_pool_keeps_nothing() {
    ChunkPool pool = new ChunkPool(10_000);
    Chunk kept = pool.take(600);
    Chunk out = pool.take(600);
    pool.giveBack(kept);
    pool.close();
    assertThat(pool.idleBytes()).isZero();
    pool.giveBack(out);
    assertThat(pool.idleBytes()).isZero();
    assertThat(pool.outstandingChunks()).isZero();
  }
}
