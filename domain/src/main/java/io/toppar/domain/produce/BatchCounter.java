package io.toppar.domain.produce;

/** How many batches, messages and bytes are somewhere. Confined to the owner's thread. */
final class BatchCounter {

  private int batches;
  private long messages;
  private long bytes;

  void add(MessageBatch batch) {
    batches++;
    messages += batch.messageCount();
    bytes += batch.sizeBytes();
  }

  void subtract(MessageBatch batch) {
    batches--;
    messages -= batch.messageCount();
    bytes -= batch.sizeBytes();
  }

  int batches() {
    return batches;
  }

  long messages() {
    return messages;
  }

  long bytes() {
    return bytes;
  }
}
