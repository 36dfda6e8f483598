package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.StoredOffset;
import org.jspecify.annotations.Nullable;

/**
 * What the offset store said of one partition. Immutable, any thread.
 *
 * @param error NONE, or why it failed
 * @param offset what is stored, or null
 * @param detail one line about the error, empty without one
 */
public record StoreAnswer(ErrorCode error, @Nullable StoredOffset offset, String detail) {}
