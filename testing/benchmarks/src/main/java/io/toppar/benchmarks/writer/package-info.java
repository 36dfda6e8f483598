/** The writers that are measured, and the processes that they are measured in. */
@NullMarked
package io.toppar.benchmarks.writer;

import org.jspecify.annotations.NullMarked;
