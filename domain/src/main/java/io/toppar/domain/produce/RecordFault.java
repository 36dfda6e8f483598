package io.toppar.domain.produce;

import org.jspecify.annotations.Nullable;

/**
 * One record for which a broker has refused a whole batch (KIP-467). Immutable, any thread.
 *
 * @param index which record of the batch, from 0
 * @param message the broker's words, or null
 */
public record RecordFault(int index, @Nullable String message) {}
