/** The client: facade, engine, wiring and command line. */
@org.jspecify.annotations.NullMarked
module io.toppar.app {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;

  exports io.toppar.app.client;
  exports io.toppar.app.config;
}
