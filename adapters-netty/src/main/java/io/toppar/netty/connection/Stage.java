package io.toppar.netty.connection;

/**
 * One step between a TCP connection and its readiness: versions now; encryption and authentication
 * become further stages. Stages run in order, each until it passes or fails.
 */
interface Stage {

  /** What the stage does, for the detail of a failure: "while ...". */
  String activity();

  /** Starts; exactly one of {@link Opening#passed} and {@link Opening#failed} follows. */
  void begin(Opening opening);

  /** What a stage may do with its connection. */
  interface Opening {

    /** The gateway's settings. */
    ConnectionSettings settings();

    /** Sends a call at a version nobody has negotiated yet. */
    void send(Call call, short version);

    /** Tells what the broker takes. */
    void versions(BrokerVersions versions);

    /** The stage is done. */
    void passed();

    /** The connection cannot be opened. */
    void failed(Failure failure);
  }
}
