package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Memory that a batch is decompressed into, taken by a cursor and given back when it is done.
 *
 * <p>It grows by doubling as bytes really come out, never because a size was announced, and not
 * beyond the limit: so a bomb costs little memory. Confined to its cursor; taking and giving back
 * are safe from any thread. A few are kept for the next cursor, of at most {@link #KEPT_BYTES}
 * each; one that is never given back is simply collected.
 */
final class Scratch {

  private static final int KEPT = 4;
  private static final int KEPT_BYTES = 4 << 20;
  private static final int FIRST_BYTES = 64 << 10;

  private static final AtomicReferenceArray<@Nullable Scratch> POOL =
      new AtomicReferenceArray<>(KEPT);

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private int limit;
  private @Nullable Inflater inflater;

  private Scratch() {}

  static Scratch take() {
    for (int i = 0; i < KEPT; i++) {
      Scratch kept = POOL.getAndSet(i, null);
      if (kept != null) {
        return kept;
      }
    }
    return new Scratch();
  }

  void giveBack() {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    for (int i = 0; i < KEPT; i++) {
      if (POOL.compareAndSet(i, null, this)) {
        return;
      }
    }
    if (inflater != null) {
      inflater.end();
    }
  }

  /** Empties it for the next batch, which may take up to {@code maxBytes}. */
  void clear(int maxBytes) {
    length = 0;
    limit = maxBytes;
  }

  /** The array; another one after each {@link #grow}. */
  byte[] bytes() {
    return bytes;
  }

  /** How much of the array is filled. */
  int length() {
    return length;
  }

  /** The most it can ever be filled. */
  int limit() {
    return limit;
  }

  /** How much can be filled before it must {@link #grow}. */
  int room() {
    return Math.min(bytes.length, limit) - length;
  }

  /** Counts bytes that were written behind the filled part. */
  void filled(int count) {
    length += count;
  }

  /** Makes more room, keeping what is filled. */
  void grow() throws UnreadableException {
    grow(1);
  }

  /** Makes room for this many bytes more, keeping what is filled. */
  void grow(int count) throws UnreadableException {
    if (count > limit - length) {
      throw new UnreadableException(
          BatchFault.Kind.DECOMPRESSION,
          "the batch decompresses to more than the limit of " + limit + " bytes");
    }
    if (count > room()) {
      long doubled = Math.max(2L * bytes.length, (long) length + count);
      byte[] larger = new byte[(int) Math.min(doubled, limit)];
      System.arraycopy(bytes, 0, larger, 0, length);
      bytes = larger;
    }
  }

  /** An inflater for raw deflate streams, reset. */
  Inflater inflater() {
    if (inflater == null) {
      inflater = new Inflater(true);
    }
    inflater.reset();
    return inflater;
  }
}
