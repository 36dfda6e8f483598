package io.toppar.app.config;

/**
 * A configuration that cannot be used: an unknown key, a value out of range, or keys that
 * contradict one another. The message says which key, what was given and what would do.
 */
public final class ConfigException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong and what to do. */
  public ConfigException(String message) {
    super(message);
  }
}
