package io.toppar.app.wiring;

/**
 * The entry point: {@code Toppar.builder().set("bootstrap.servers", "host:9092").consumer()}, or
 * {@code producer()} at its end.
 *
 * <p>Stateless, any thread. (The runtime object of one partition, which the library is named after,
 * is {@code io.toppar.domain.Toppar}.)
 */
public final class Toppar {

  private Toppar() {}

  /** A builder of one client. */
  public static ClientBuilder builder() {
    return new ClientBuilder();
  }
}
