package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written of one key. Immutable.
 *
 * @param key the key
 * @param offset its offset, or null where it is to have none
 */
record JournalChange(OffsetKey key, @Nullable StoredOffset offset) {}
