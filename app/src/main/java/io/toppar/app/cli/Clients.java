package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;

/** Makes the clients of the commands. Stateless. */
final class Clients {

  private Clients() {}

  static Consumer consumer(Configuration configuration) {
    return Toppar.builder().configuration(configuration).consumer();
  }
}
