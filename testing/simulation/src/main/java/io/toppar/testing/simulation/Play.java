package io.toppar.testing.simulation;

/** A client of one kind and its world, while a {@link Scenario} is played. Single-threaded. */
interface Play {

  /** The time of this world. */
  long nowNanos();

  /**
   * Plays one step.
   *
   * @throws IllegalArgumentException if it is one for clients of another kind
   */
  void play(Step step);

  /** To be called after every step: all that was promised must be true. */
  void check();

  /** Ends all trouble, lets everything come to its end, and closes the client. */
  void end();

  /** What is thrown where a step has no meaning. */
  static IllegalArgumentException misplaced(Step step) {
    return new IllegalArgumentException(step + " is for clients of another kind");
  }
}
