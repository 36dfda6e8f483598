/**
 * Toppar measured beside kafka-clients: what JMH can measure alone. Readers of real brokers are in
 * {@code reader}, writers in {@code writer}, each run in a JVM of its own by {@code driver}.
 */
@NullMarked
package io.toppar.benchmarks;

import org.jspecify.annotations.NullMarked;
