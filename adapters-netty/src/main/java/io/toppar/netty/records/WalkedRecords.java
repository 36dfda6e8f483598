package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link BatchWalker} found in one partition's bytes.
 *
 * @param batches the good prefix, owned by the receiver; null if it does not move the position
 * @param fault what is wrong with the bytes behind it, or null
 */
public record WalkedRecords(@Nullable FetchedRecords batches, @Nullable BatchFault fault) {

  static final WalkedRecords NOTHING = new WalkedRecords(null, null);
}
