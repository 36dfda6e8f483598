/** The partition machines: pure state machines with no thread, socket or clock in them. */
@org.jspecify.annotations.NullMarked
module io.toppar.domain {
  requires static transitive org.jspecify;

  exports io.toppar.domain;
  exports io.toppar.domain.produce;
}
