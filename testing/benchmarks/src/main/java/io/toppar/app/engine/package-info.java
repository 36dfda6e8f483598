/** Benchmarks of what the engine keeps to itself, hence in its package. */
@NullMarked
package io.toppar.app.engine;

import org.jspecify.annotations.NullMarked;
