package io.toppar.ports;

import java.time.Duration;

/**
 * The way to the brokers of one cluster: takes requests in domain terms and posts one completion
 * for each.
 *
 * <p><b>Promises.</b>
 *
 * <ul>
 *   <li>Exactly one {@link BrokerCompletion} per submitted request, posted to the inbox from any
 *       thread, never from inside {@link #submit}, in no promised order.
 *   <li>A completion comes no later than shortly after the request's own deadline; what arrives
 *       from a broker later is dropped and released inside the gateway. Throttled time is not
 *       counted (B205): the deadline moves by as long as the broker has asked to be left alone
 *       while the request was open, at most by {@link #MAX_THROTTLED}.
 *   <li>A reply owns the buffers in it: whoever takes the completion releases them.
 *   <li>A request family that the adapter does not know is answered {@link
 *       BrokerOutcome.Kind#UNSUPPORTED}.
 *   <li>Connections, their time-outs, reconnect back-off and obeying throttles are the gateway's
 *       business. It takes time only from the {@link Clock} it was made with.
 *   <li>It learns addresses from its bootstrap list and from every metadata reply that passes.
 * </ul>
 *
 * <p><b>Threading:</b> {@link #submit} and {@link #close} may be called from any thread.
 */
public interface BrokerGateway {

  /** The most throttled time that one request is given beyond its own deadline. */
  Duration MAX_THROTTLED = Duration.ofMinutes(5);

  /** Names the inbox; called once, before the first {@link #submit}. */
  void open(Inbox inbox);

  /**
   * Sends a request when its broker can be reached. Never blocks and never throws for reasons of
   * the network.
   *
   * @param token returned in the completion; the gateway does not look at it
   */
  void submit(BrokerRequest request, long token);

  /**
   * Opens a batch to be filled and then sent by {@link BrokerRequest.Produce}. From any thread.
   *
   * @param limitBytes the most bytes on the wire, uncompressed, that more than one record may have
   * @param expectedBytes about how much will be appended, for the first piece of memory
   * @param memory what its memory is taken from and given back to
   * @return the builder, which holds no memory before its first record
   * @throws UnsupportedOperationException if this gateway does not write
   */
  default BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    throw new UnsupportedOperationException(getClass().getName() + " does not write records");
  }

  /**
   * Ends everything: open requests complete as {@link BrokerOutcome.Kind#CANCELLED}, fetch sessions
   * and connections are closed. Returns when done or after the timeout, whichever comes first; a
   * second call does nothing. A request submitted afterwards completes as cancelled.
   */
  void close(Duration timeout);

  /** Where completions go. Safe from any thread; must not block. */
  @FunctionalInterface
  interface Inbox {

    /** Takes a completion and the ownership of its buffers. */
    void post(BrokerCompletion completion);
  }
}
