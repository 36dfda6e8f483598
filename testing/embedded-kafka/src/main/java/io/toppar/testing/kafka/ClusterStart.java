package io.toppar.testing.kafka;

/** Brings up what a builder describes, or nothing: on failure every node is ended again. */
final class ClusterStart {
  private static final int ATTEMPTS = 3;

  private ClusterStart() {}

  /**
   * Tries again on other ports if one that was free has been taken meanwhile, unless ports were
   * given.
   */
  static EmbeddedKafka run(EmbeddedKafkaBuilder choices) {
    for (int port : choices.chosenPorts()) {
      if (!FreePorts.isFree(port)) {
        throw new BrokerFailure(
            "port %d is taken: choose another or stop what listens there".formatted(port));
      }
    }
    int attempts = choices.chosenPorts().isEmpty() ? ATTEMPTS : 1;
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(choices);
      } catch (BrokerFailure failure) {
        String told = String.valueOf(failure.getMessage());
        if (attempt >= attempts || !told.contains(NodeProcess.PORT_TAKEN)) {
          throw failure;
        }
      }
    }
  }

  private static EmbeddedKafka attempt(EmbeddedKafkaBuilder choices) {
    ClusterFolder folder = ClusterFolder.open(choices.chosenDirectory(), choices.nodeCount());
    NodeSet nodes = new NodeSet(folder, choices.chosenJvmArguments(), choices.chosenTimeout());
    Thread onExit = new Thread(nodes::close, "toppar-embedded-kafka-exit");
    Runtime.getRuntime().addShutdownHook(onExit);
    boolean up = false;
    try {
      nodes.startAll(choices.layouts(folder));
      EmbeddedKafka kafka = new EmbeddedKafka(nodes, choices.chosenTimeout(), onExit);
      up = true;
      return kafka;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("interrupted while the brokers started", e);
    } finally {
      if (!up) {
        nodes.close();
        forget(onExit);
      }
    }
  }

  /** Takes back a shutdown hook; no effect while the JVM exits. */
  static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      return; // the hook runs by now, and finds nothing left to do
    }
  }
}
