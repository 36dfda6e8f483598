/** What starts brokers and measured JVMs, takes turns among them, and prints the tables. */
@NullMarked
package io.toppar.benchmarks.driver;

import org.jspecify.annotations.NullMarked;
