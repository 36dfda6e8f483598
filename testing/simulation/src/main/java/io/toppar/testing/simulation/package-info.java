/**
 * The whole client, engine and machines, over a cluster and an offset store in memory, on one
 * thread and under a manual clock.
 *
 * <p>A {@link io.toppar.testing.simulation.Scenario} is data: settings and a list of {@link
 * io.toppar.testing.simulation.Step}s, made from a seed or read from a trace. A {@link
 * io.toppar.testing.simulation.Simulation} plays it and, after every step and at every request,
 * reply and event, holds what the client does against what was written. What it finds is a {@link
 * io.toppar.testing.simulation.Violation}, which a {@link io.toppar.testing.simulation.Shrinker}
 * makes small.
 */
@NullMarked
package io.toppar.testing.simulation;

import org.jspecify.annotations.NullMarked;
