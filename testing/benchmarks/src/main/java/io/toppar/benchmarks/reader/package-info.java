/** What runs in the JVM that is measured: a reader of one kind, and the meter beside it. */
@NullMarked
package io.toppar.benchmarks.reader;

import org.jspecify.annotations.NullMarked;
