package io.toppar.planted.ports;

/** A port with somebody else's type in its signature. */
public interface LeaksALibrary {

  org.slf4j.Logger log();
}
