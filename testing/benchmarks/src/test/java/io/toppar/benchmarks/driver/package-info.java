/** Proof that every mode reads all there is. */
@NullMarked
package io.toppar.benchmarks.driver;

import org.jspecify.annotations.NullMarked;
