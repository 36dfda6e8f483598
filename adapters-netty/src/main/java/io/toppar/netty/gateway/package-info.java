/**
 * What the port's requests become: brokers and their links, the calls, fetch sessions.
 *
 * <p>All of it is confined to the gateway's event loop.
 */
package io.toppar.netty.gateway;
