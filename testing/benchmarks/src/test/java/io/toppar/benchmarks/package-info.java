@NullMarked
package io.toppar.benchmarks;

import org.jspecify.annotations.NullMarked;
