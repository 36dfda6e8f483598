/** The processes that are measured by {@code run offsets}: they store offsets, or recover them. */
@NullMarked
package io.toppar.benchmarks.offsets;

import org.jspecify.annotations.NullMarked;
