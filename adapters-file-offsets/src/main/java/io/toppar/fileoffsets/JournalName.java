package io.toppar.fileoffsets;

/** The names of the files that a journal is made of. None can be that of an offset file. */
final class JournalName {

  static final String FILE = "toppar.journal";
  static final String LOCK = ".toppar.journal.lock";
  static final String TEMPORARY = ".toppar.journal.tmp";

  /** A damaged journal is kept under this and the first free number from 1. */
  static final String DAMAGED = "toppar.journal.damaged-";

  private JournalName() {}
}
