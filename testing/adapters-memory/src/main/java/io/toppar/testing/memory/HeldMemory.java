package io.toppar.testing.memory;

import io.toppar.ports.BatchMemory;

/**
 * The memory that one batch holds on its way out, from its opening to its end. One thread at a
 * time.
 */
final class HeldMemory {

  private final BatchMemory memory;
  private final BufferLedger ledger;
  private int bytes;

  HeldMemory(BatchMemory memory, BufferLedger ledger) {
    this.memory = memory;
    this.ledger = ledger;
    ledger.taken(0);
  }

  int bytes() {
    return bytes;
  }

  /** Holds so many bytes or more from now on, if there are so many; whether it does. */
  boolean tryHold(int total) {
    int more = total - bytes;
    if (more > 0 && !memory.tryTake(more)) {
      return false;
    }
    grow(Math.max(0, more));
    return true;
  }

  /** Another batch's, which holds so many bytes, there or not. */
  HeldMemory another(int total) {
    HeldMemory other = new HeldMemory(memory, ledger);
    memory.take(total);
    other.grow(total);
    return other;
  }

  /** Gives all of it back: the batch is over. */
  void giveBack() {
    if (bytes > 0) {
      memory.giveBack(bytes);
    }
    ledger.released(bytes);
    bytes = 0;
  }

  private void grow(int more) {
    bytes += more;
    ledger.grown(more);
  }
}
