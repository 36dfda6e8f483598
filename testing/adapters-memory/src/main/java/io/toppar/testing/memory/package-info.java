/**
 * The ports in memory, for tests of programs that use Toppar: real adapters that pass the same
 * contracts as the others, with faults as data.
 *
 * <ul>
 *   <li>{@link io.toppar.testing.memory.ManualClock} stands still until a test moves it.
 *   <li>{@link io.toppar.testing.memory.MemoryCluster} is the Kafka cluster: create topics, append,
 *       move leaders, cut logs, stop brokers, and {@linkplain
 *       io.toppar.testing.memory.MemoryCluster#inject inject} a {@link
 *       io.toppar.testing.memory.BrokerFault}. {@link io.toppar.testing.memory.MemoryBrokerGateway}
 *       is one client's way to it, stepped by the test or threaded.
 *   <li>{@link io.toppar.testing.memory.MemoryOffsetStore} keeps offsets and plays {@link
 *       io.toppar.testing.memory.StoreFault}s.
 * </ul>
 *
 * <p>Nothing here starts a thread unless asked to, sleeps, or makes use of chance: what a test does
 * in the same order under the same clock has the same outcome.
 */
@NullMarked
package io.toppar.testing.memory;

import org.jspecify.annotations.NullMarked;
