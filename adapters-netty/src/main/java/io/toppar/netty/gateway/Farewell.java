package io.toppar.netty.gateway;

/** Runs something once, when everybody expected has answered or patience is over. */
final class Farewell {

  private final Runnable end;
  private int expected = 1;
  private boolean over;

  Farewell(Runnable end) {
    this.end = end;
  }

  /** One more answer is to come. */
  void expect() {
    expected++;
  }

  /** An answer came, or will not; to be called once more when nobody else will be expected. */
  void heard() {
    if (--expected == 0) {
      finish();
    }
  }

  /** Waits no longer. */
  void finish() {
    if (!over) {
      over = true;
      end.run();
    }
  }
}
