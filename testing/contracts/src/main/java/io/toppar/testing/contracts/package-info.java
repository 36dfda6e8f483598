/**
 * One abstract test per port: what every adapter has to pass.
 *
 * <p>An adapter's test extends the contract and supplies a fixture, which stands for the medium
 * behind the adapter. The contracts depend on the ports alone.
 */
@NullMarked
package io.toppar.testing.contracts;

import org.jspecify.annotations.NullMarked;
