package io.toppar.app.wiring;

import java.util.concurrent.ScheduledExecutorService;

/**
 * A loop that a gateway offers for the duty cycle, so that what reads the sockets also runs the
 * machines. A gateway's module binds it if it has one. Immutable, any thread.
 *
 * @param executor the loop; it ends with the gateway
 */
public record DutyLoop(ScheduledExecutorService executor) {}
