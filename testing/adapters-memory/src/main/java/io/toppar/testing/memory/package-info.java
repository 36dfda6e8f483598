/**
 * The ports in memory, for tests of programs that use Toppar: real adapters that pass the same
 * contracts as the others, with faults as data.
 */
@NullMarked
package io.toppar.testing.memory;

import org.jspecify.annotations.NullMarked;
