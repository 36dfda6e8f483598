package io.toppar.netty.connection;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What the links of one gateway share. Confined to the event loop.
 *
 * @param settings the settings of every connection
 * @param timers the gateway's appointments
 * @param frames where replies go
 * @param lookups name lookups
 * @param dialer opens channels
 * @param repeats where failures are logged
 * @param random varies back-offs
 */
public record LinkContext(
    ConnectionSettings settings,
    Timers timers,
    FramePool frames,
    Lookups lookups,
    Dialer dialer,
    RepeatedWarnings repeats,
    RandomGenerator random) {

  Backoff newBackoff() {
    return new Backoff(settings.backoffMillis(), settings.backoffMaxMillis(), random);
  }

  Connection newConnection(String peer, Connection.Owner owner) {
    return new Connection(settings, timers, frames, stages(), peer, owner);
  }

  /** The stages behind the transport, in order; encryption and authentication belong here. */
  private static List<Stage> stages() {
    return List.of(new VersionsStage());
  }
}
