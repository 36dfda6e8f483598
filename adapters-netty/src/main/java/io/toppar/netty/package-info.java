/**
 * The gateway to Kafka's brokers over Netty: {@link io.toppar.netty.NettyGateway} and its options.
 */
package io.toppar.netty;
