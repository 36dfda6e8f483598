package io.toppar.app.client;

/**
 * What an application can do about an error: each {@link TopparException} is of one category.
 *
 * <p>Immutable, any thread.
 */
public enum ErrorCategory {
  /** Nothing, or call again: the client itself goes on trying. */
  RETRY,
  /** Choose another position for the partition ({@link Consumer#seek}); the client lives on. */
  RESEEK,
  /** Close the client and make a new one. */
  RECREATE,
  /** Change the configuration, the arguments or the rights; trying again will not help. */
  CONFIGURATION
}
