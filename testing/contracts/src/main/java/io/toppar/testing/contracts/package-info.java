/**
 * One abstract test per port: what every adapter has to pass.
 *
 * <p>An adapter's test extends {@link io.toppar.testing.contracts.BrokerGatewayContract}, {@link
 * io.toppar.testing.contracts.OffsetStoreContract} or {@link
 * io.toppar.testing.contracts.ClockContract} and supplies a fixture, which stands for the medium
 * behind the adapter and decides how time passes. The contracts depend on the ports alone.
 */
@NullMarked
package io.toppar.testing.contracts;

import org.jspecify.annotations.NullMarked;
