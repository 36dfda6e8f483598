/**
 * Build-time only: reads Kafka's message schemas and writes the codecs of the Netty adapter.
 *
 * <p>The way through is {@code JsonReader} to {@code SchemaParser} (the notation as it is) to
 * {@code Pruning} (only the versions we speak) to the {@code ...Source} classes (Java text).
 */
@NullMarked
package io.toppar.protocol.generator;

import org.jspecify.annotations.NullMarked;
