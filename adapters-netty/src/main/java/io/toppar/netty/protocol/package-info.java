/**
 * Kafka's messages as bytes: the primitives, and the calls we speak.
 *
 * <p>The records of {@code protocol.messages} and the enum {@code Api} are generated in the build
 * from the schemas inside Kafka's published jar; see {@code protocol-generator}. Nothing here knows
 * connections, retries or the meaning of a field.
 */
package io.toppar.netty.protocol;
