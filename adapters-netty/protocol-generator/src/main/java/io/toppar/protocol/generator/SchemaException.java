package io.toppar.protocol.generator;

/** A schema that cannot be read, or that uses something the generator does not know. */
final class SchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SchemaException(String message) {
    super(message);
  }
}
