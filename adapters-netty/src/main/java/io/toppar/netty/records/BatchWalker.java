package io.toppar.netty.records;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;

/**
 * The check of a partition's bytes on arrival: it walks the batch headers and says what can be
 * delivered, where reading goes on, and what is wrong.
 *
 * <p>Stateless and safe from any thread. Checksums, compression and records are left to the cursor,
 * except for batches that no cursor will see: a control or aborted batch is verified here, lest a
 * damaged one hide records. A batch cut off by the size limit ends the walk without a fault (F13,
 * B105), unless nothing before it moves the position: then more bytes must be asked for (F17,
 * B103).
 */
public final class BatchWalker {

  private final RecordOptions options;

  /** A walker whose cursors follow these options. */
  public BatchWalker(RecordOptions options) {
    this.options = options;
  }

  /**
   * Walks one partition's part of a frame. A reference to the frame is taken if the result needs
   * it; the caller keeps its own.
   *
   * @param start where the partition's records begin in the frame's array
   * @param length their bytes
   * @param fetchOffset the offset asked for; what lies before it is skipped (F11, F12)
   * @param aborted the reply's list; ignored unless reading committed records (F22)
   */
  public WalkedRecords walk(
      TopicPartition topicPartition,
      FrameMemory frame,
      int start,
      int length,
      long fetchOffset,
      IsolationLevel isolation,
      AbortedTransactions aborted) {
    if (length == 0) {
      return WalkedRecords.NOTHING;
    }
    BatchFilter filter = new BatchFilter(isolation, aborted, options.checkCrcs());
    Walk walk = new Walk(frame.array(), start, start + length, fetchOffset, filter);
    walk.run();
    if (!walk.moved()) {
      return new WalkedRecords(null, walk.faultOrOversize());
    }
    FetchedRecords records =
        new FetchedRecords(topicPartition, frame, walk.range(), walk.spans(), options);
    return new WalkedRecords(records, walk.fault());
  }
}
