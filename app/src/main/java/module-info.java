/** The client: facade, engine, wiring and command line. */
@org.jspecify.annotations.NullMarked
module io.toppar.app {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;
  requires io.toppar.fileoffsets;
  requires io.toppar.netty;
  requires org.slf4j;
  requires static info.picocli;

  exports io.toppar.app.client;
  exports io.toppar.app.config;
  exports io.toppar.app.engine;

  opens io.toppar.app.cli to
      info.picocli;
}
