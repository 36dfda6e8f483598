/** The three ports: what the machines need of the world. */
@org.jspecify.annotations.NullMarked
module io.toppar.ports {
  requires static transitive org.jspecify;
  requires transitive io.toppar.domain;

  exports io.toppar.ports;
}
