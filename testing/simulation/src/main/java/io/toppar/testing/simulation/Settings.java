package io.toppar.testing.simulation;

/**
 * How the client of a {@link Scenario} is set, which also says of what kind it is. Immutable, any
 * thread; all components are numbers, booleans and enums, as those of a {@link Step}.
 */
sealed interface Settings permits Setup, WriteSetup {

  /** Begins a play with such a client. */
  Play begin(Transcript transcript);
}
