/**
 * The engine: moves events between the machines of {@code io.toppar.domain} and the ports.
 *
 * <p>{@link io.toppar.app.engine.Duty#doWork} of an engine is the one duty cycle of a client. It
 * takes completions and commands from the inbox, feeds the machines, runs their effects, plans
 * fetches and arms the timing wheel. Who calls it is a {@link io.toppar.app.engine.DutyRunner};
 * write your own to put a client on a loop of yours. Everything else here belongs to the duty
 * thread, but for {@link io.toppar.app.engine.HandOver}, where application threads take what was
 * fetched.
 */
package io.toppar.app.engine;
