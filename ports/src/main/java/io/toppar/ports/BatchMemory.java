package io.toppar.ports;

/**
 * The memory that batches on their way out may take ({@code buffer.memory}); given to a gateway
 * with each new batch. Called from any thread; must not block.
 */
public interface BatchMemory {

  /** Takes so many bytes if there are so many; whether it did. */
  boolean tryTake(int bytes);

  /**
   * Takes so many bytes even if there are not so many: for what must be done to get rid of others,
   * as compressing.
   */
  void take(int bytes);

  /** Gives back what was taken. */
  void giveBack(int bytes);
}
