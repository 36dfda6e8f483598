package io.toppar.netty.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Reply memory: counted, reused, bounded. */
final class FramePoolTest {

  @Test
  void an_array_is_reused_when_its_last_reference_is_gone() {
    FramePool pool = new FramePool(1 << 20);
    Frame first = pool.take(10_000);
    byte[] array = first.array();
    first.retain();
    first.release();
    assertThat(pool.take(10_000).array()).isNotSameAs(array);
    first.release();
    assertThat(pool.take(9_999).array()).isSameAs(array);
    assertThat(pool.outstandingFrames()).isEqualTo(2);
  }

  @Test
  void at_most_a_fifth_of_an_array_is_unused() {
    for (int length = 4096; length > 0 && length < 1 << 30; length += 1 + length / 7) {
      int capacity = FramePool.capacity(length);
      assertThat(capacity).isGreaterThanOrEqualTo(length);
      assertThat((long) capacity * 4).as("length %d", length).isLessThanOrEqualTo(length * 5L);
    }
    assertThat(FramePool.capacity(0)).isZero();
    assertThat(FramePool.capacity(100)).isEqualTo(100);
    assertThat(FramePool.capacity(Integer.MAX_VALUE - 9)).isEqualTo(Integer.MAX_VALUE - 9);
  }

  @Test
  void replies_on_both_sides_of_a_class_border_share_arrays() {
    FramePool pool = new FramePool(16 << 20);
    Frame larger = pool.take(4_200_000);
    byte[] array = larger.array();
    larger.release();
    Frame smaller = pool.take(4_100_000);
    assertThat(smaller.array()).isSameAs(array);
    assertThat(smaller.length()).isEqualTo(4_100_000);
    assertThat(smaller.sizeBytes()).isEqualTo(array.length);
    assertThat(pool.outstandingBytes()).isEqualTo(array.length);
    assertThat(pool.idleBytes()).isZero();
    smaller.release();
    assertThat(pool.take(2_000_000).array()).as("less than half of it").isNotSameAs(array);
    assertThat(pool.take(4_200_000).array()).isSameAs(array);
  }

  @Test
  void what_is_kept_for_reuse_is_bounded() {
    FramePool pool = new FramePool(20_000);
    Frame one = pool.take(16_384);
    Frame two = pool.take(16_384);
    Frame small = pool.take(100);
    one.release();
    two.release();
    small.release();
    assertThat(pool.idleBytes()).isEqualTo(16_384);
    assertThat(pool.outstandingBytes()).isZero();
    pool.close();
    assertThat(pool.idleBytes()).isZero();
  }

  @Test
  void a_frame_that_comes_back_after_closing_is_not_kept() {
    FramePool pool = new FramePool(1 << 20);
    Frame late = pool.take(10_000);
    pool.close();
    late.release();
    assertThat(pool.idleBytes()).isZero();
    assertThat(pool.outstandingFrames()).isZero();
  }

  @Test
  void a_reference_too_many_given_back_is_an_error() {
    Frame frame = new FramePool(0).take(1);
    frame.release();
    assertThatThrownBy(frame::release).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(frame::retain).isInstanceOf(IllegalStateException.class);
  }
}
