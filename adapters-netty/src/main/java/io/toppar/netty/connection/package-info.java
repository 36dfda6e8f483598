/**
 * Connections to brokers: transport, ordered opening stages, framing, correlation, reconnection.
 *
 * <p>Everything here is confined to one event loop but {@link io.toppar.netty.connection.FramePool}
 * and the frames it hands out. Nothing here knows what a request means: a {@link
 * io.toppar.netty.connection.Call} writes itself and reads its reply.
 */
package io.toppar.netty.connection;
