package io.toppar.testing.memory;

import io.toppar.ports.FetchFrame;

/** The memory that one reply is said to occupy. */
record MemoryFrame(int sizeBytes) implements FetchFrame {}
