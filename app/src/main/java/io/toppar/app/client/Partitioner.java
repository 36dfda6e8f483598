package io.toppar.app.client;

import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * The application's own way to choose the partition of a message that names none.
 *
 * <p>Called on the thread that sends; for a message that waited for its topic's metadata on {@code
 * callback.executor}. So it is called from several threads, and again for a message that found no
 * room before. What it throws fails that message.
 */
@FunctionalInterface
public interface Partitioner {

  /**
   * The partition of a message.
   *
   * @param key the key, or null; valid during the call
   * @param value the value, or null; valid during the call
   * @param partitionCount how many partitions the topic has, at least 1
   * @return 0 or more, and less than there are
   */
  int partition(String topic, @Nullable Slice key, @Nullable Slice value, int partitionCount);
}
