package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Writes journals of any number of entries, which a store would have made smaller long before. */
public final class JournalMaker {

  private JournalMaker() {}

  /** A journal of stores to partitions that take turns, the definitions in front of them. */
  public static void make(Path journal, int stores, int partitions, IntFunction<OffsetKey> keys)
      throws IOException {
    try (FileOps.Output out = new NioFileOps().create(journal)) {
      JournalWriter writer = new JournalWriter(out, JournalWriter.newBuffer());
      writer.writeHeader();
      for (int id = 0; id < partitions; id++) {
        writer.define(id, keys.apply(id));
      }
      for (int i = 0; i < stores; i++) {
        writer.store(i % partitions, StoredOffset.of(i));
      }
      writer.flush();
    }
  }
}
