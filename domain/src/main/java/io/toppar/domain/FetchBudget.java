package io.toppar.domain;

/**
 * The memory of one client for what is fetched and not yet released ({@code fetch.buffer.bytes}).
 *
 * <p>Confined to the owner's thread: a release on an application thread reaches it as a fact. A
 * Fetch <em>reserves</em> what its reply may bring; the reply <em>settles</em> the reservation to
 * what it really occupies; what is freed later is <em>released</em>. Held and reserved together
 * pass the limit by at most one Fetch at a time, so that a batch greater than the limit gets
 * through.
 *
 * <p><b>No polling:</b> a lane that found no room is remembered; {@link #settle} and {@link
 * #release} answer true once there is room for it, and then the driver plans its lanes again.
 */
public final class FetchBudget {

  private final long limitBytes;
  private long usedBytes;
  private long awaitedBytes;

  /** An unused budget. */
  public FetchBudget(long limitBytes) {
    if (limitBytes <= 0) {
      throw new IllegalArgumentException("fetch budget of " + limitBytes + " bytes; least is 1");
    }
    this.limitBytes = limitBytes;
  }

  /** The limit. */
  public long limitBytes() {
    return limitBytes;
  }

  /** What is reserved or held; more than the limit while one Fetch overdraws. */
  public long usedBytes() {
    return usedBytes;
  }

  /** What may still be reserved; never negative. */
  public long available() {
    return Math.max(0, limitBytes - usedBytes);
  }

  /**
   * Reserves for one Fetch: {@code wantedBytes} if there is room, less if there is not, but at
   * least {@code leastBytes}; or nothing. When nothing at all is in use the least is granted even
   * beyond the limit.
   *
   * @return the bytes reserved, or 0: then the caller is remembered as waiting
   */
  public long reserve(long leastBytes, long wantedBytes) {
    long available = available();
    if (available < leastBytes && usedBytes > 0) {
      awaitedBytes = awaitedBytes == 0 ? leastBytes : Math.min(awaitedBytes, leastBytes);
      return 0;
    }
    long granted = Math.max(leastBytes, Math.min(wantedBytes, available));
    usedBytes += granted;
    return granted;
  }

  /**
   * Turns a reservation into what its reply occupies; 0 if it brought nothing or failed.
   *
   * @return whether a lane that found no room should be planned again
   */
  public boolean settle(long reservedBytes, long heldBytes) {
    return free(reservedBytes - heldBytes);
  }

  /**
   * Gives back what a reply occupied.
   *
   * @return whether a lane that found no room should be planned again
   */
  public boolean release(long heldBytes) {
    return free(heldBytes);
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    usedBytes = state.number(usedBytes);
    awaitedBytes = state.number(awaitedBytes);
  }

  private boolean free(long bytes) {
    if (bytes > usedBytes) {
      throw new IllegalStateException(
          "fetch budget gave back " + (bytes - usedBytes) + " bytes more than it had lent");
    }
    usedBytes -= bytes;
    if (awaitedBytes == 0 || (available() < awaitedBytes && usedBytes > 0)) {
      return false;
    }
    awaitedBytes = 0;
    return true;
  }
}
