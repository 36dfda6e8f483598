/** The client: facade, engine, wiring and command line. */
@org.jspecify.annotations.NullMarked
module io.toppar.app {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;
  requires org.slf4j;

  exports io.toppar.app.client;
  exports io.toppar.app.config;
  exports io.toppar.app.engine;
}
