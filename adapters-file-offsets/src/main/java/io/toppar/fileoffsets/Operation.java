package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;

/** Something the store's thread has to do or to say. Immutable. */
sealed interface Operation {

  /** The caller's token. */
  long token();

  record Load(OffsetKey key, long token) implements Operation {}

  record Store(OffsetKey key, StoredOffset offset, long token) implements Operation {}

  record Delete(OffsetKey key, long token) implements Operation {}

  record Sync(long token) implements Operation {}

  record Release(OffsetKey key, long token) implements Operation {}

  /** An operation refused at submission; its answer waits its turn. */
  record Refused(StoreOutcome.Failed outcome, long token) implements Operation {}
}
