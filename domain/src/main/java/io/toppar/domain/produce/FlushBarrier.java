package io.toppar.domain.produce;

import java.util.ArrayDeque;

/**
 * Who has to end before which flush is over (P25). Batches and messages belong to the span of time
 * in which they came; a flush closes the present span, and is over when that and all before it are
 * empty. Confined to the owner's thread; O(1) for each who comes and goes.
 */
final class FlushBarrier {

  /** The time between two flushes. */
  static final class Span {

    private int open;
    private boolean closed;
    private long ticket;

    /** Whether a flush waits for what came in this span: it does not linger. */
    boolean isFlushed() {
      return closed;
    }
  }

  private final ArrayDeque<Span> flushed = new ArrayDeque<>();
  private Span present = new Span();

  /** Somebody comes now. */
  Span enter() {
    return join(present);
  }

  /** Somebody comes who is part of what came in this span. */
  Span join(Span span) {
    span.open++;
    return span;
  }

  /** Somebody of this span has ended. */
  void leave(Span span, ProduceEffects effects) {
    span.open--;
    tell(effects);
  }

  void flush(long ticket, ProduceEffects effects) {
    present.closed = true;
    present.ticket = ticket;
    flushed.addLast(present);
    present = new Span();
    tell(effects);
  }

  private void tell(ProduceEffects effects) {
    for (Span first = flushed.peekFirst();
        first != null && first.open == 0;
        first = flushed.peekFirst()) {
      flushed.removeFirst();
      effects.flushed(first.ticket);
    }
  }
}
