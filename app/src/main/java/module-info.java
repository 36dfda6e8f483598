/**
 * The client: facade, engine, wiring and command line.
 *
 * <p>The adapters are needed at run time only where they are used: a module that relies on the
 * default ones requires {@code io.toppar.netty} (and {@code io.toppar.fileoffsets}) itself.
 */
@org.jspecify.annotations.NullMarked
module io.toppar.app {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;
  requires transitive com.google.guice;
  requires jakarta.inject; // of Guice, which as an automatic module cannot require it itself
  requires static io.toppar.netty;
  requires static io.toppar.fileoffsets;
  requires org.slf4j;
  requires static info.picocli;

  exports io.toppar.app.client;
  exports io.toppar.app.config;
  exports io.toppar.app.engine;
  exports io.toppar.app.wiring;

  opens io.toppar.app.cli to
      info.picocli;
  opens io.toppar.app.wiring to
      com.google.guice;
}
