package io.toppar.fileoffsets;

/**
 * How the reading of a journal ended. Immutable.
 *
 * @param end what was found behind the last whole entry
 * @param goodBytes where that entry ends
 * @param version the version that the header names, 0 if there is no whole header
 */
record JournalScan(End end, long goodBytes, int version) {

  /** What can be behind the last whole entry. */
  enum End {
    /** Nothing. */
    WHOLE,
    /** Bytes that are no entry, and no entry behind them: what a write left that was cut short. */
    TORN,
    /** Bytes that are no entry, and entries behind them: damage. */
    DAMAGED,
    /** A journal of a version not known here; nothing behind the header was read. */
    UNKNOWN_VERSION,
    /** No journal at all, or one whose header is damaged. */
    NOT_A_JOURNAL
  }
}
