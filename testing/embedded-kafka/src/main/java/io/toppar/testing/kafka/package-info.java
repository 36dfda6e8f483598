/**
 * Real Apache Kafka brokers for tests: each node is a child JVM started from the published jars, so
 * that it can be stopped, killed and frozen like the real thing. {@link
 * io.toppar.testing.kafka.EmbeddedKafka} is the API, {@link io.toppar.testing.kafka.BrokerMain} the
 * command. Linux and macOS: freezing uses the {@code kill} command.
 */
@NullMarked
package io.toppar.testing.kafka;

import org.jspecify.annotations.NullMarked;
