/**
 * The three conversations the machines need with the world, each as the weakest promise an adapter
 * must keep: {@link io.toppar.ports.BrokerGateway}, {@link io.toppar.ports.OffsetStore}, {@link
 * io.toppar.ports.Clock}.
 *
 * <p>Both asynchronous ports have the same form: a request is submitted with a token the caller
 * chose, and exactly one completion with that token is posted to an inbox, from any thread, in no
 * promised order, never from inside the submission. Every port has a contract test; an adapter of
 * your own should extend it.
 */
package io.toppar.ports;
