package io.toppar.ports;

/**
 * The memory of one Fetch reply, shared by the {@link FetchedBatches} in it.
 *
 * <p>It lives until the last of them is released or detached. The readings are immutable and safe
 * from any thread.
 */
public interface FetchFrame {

  /** Bytes the frame occupies as long as it lives; 0 for an adapter that shares no memory. */
  int sizeBytes();
}
