package io.toppar.netty.records;

import io.toppar.ports.FetchFrame;

/**
 * The reference-counted array that a Fetch reply was received into.
 *
 * <p>Counting is safe from any thread. Whoever holds a reference may read the array; after the last
 * release it belongs to somebody else.
 */
public interface FrameMemory extends FetchFrame {

  /** The array. Nothing is written to it while references are out. */
  byte[] array();

  /** Takes one more reference. */
  void retain();

  /** Gives one reference back. */
  void release();
}
