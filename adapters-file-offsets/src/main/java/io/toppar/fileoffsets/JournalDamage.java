package io.toppar.fileoffsets;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Damage in the midst of a journal. Immutable.
 *
 * @param journal the journal
 * @param at where the last whole entry before it ends
 * @param bytes how much is behind that, none of which is read
 * @param keptAs where the damaged journal is kept, or null as long as it is where it was
 */
record JournalDamage(Path journal, long at, long bytes, @Nullable Path keptAs) {

  JournalDamage keptAs(Path copy) {
    return new JournalDamage(journal, at, bytes, copy);
  }

  String described() {
    return "the journal %s is damaged at byte %d; the %d bytes from there on are not read, so that an offset may be older than the last one stored, or missing; %s"
        .formatted(
            journal,
            at,
            bytes,
            keptAs == null
                ? "it is kept aside before the next offset is stored"
                : "the damaged journal is kept as " + keptAs);
  }
}
