package io.toppar.testing.memory;

import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A header of a {@link MemoryRecord}. Immutable, any thread.
 *
 * @param name its name, which may occur more than once in a record
 * @param value its value, or null
 */
public record MemoryHeader(String name, @Nullable Slice value) {}
