package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.netty.NettyGateway;
import io.toppar.netty.NettyGatewayOptions;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;

/**
 * Binds the gateway to real brokers over Netty, whose loop also runs the duty cycle.
 *
 * <p>Stateless; read when the client is built. The client closes the gateway.
 */
public final class NettyGatewayModule extends AbstractModule {

  private static final long MOST_POOLED_BYTES = 32L << 20;

  /** The module. */
  public NettyGatewayModule() {}

  @Override
  protected void configure() {
    bind(BrokerGateway.class).to(NettyGateway.class);
    OptionalBinder.newOptionalBinder(binder(), DutyLoop.class)
        .setBinding()
        .to(Key.get(DutyLoop.class, Offered.class));
  }

  @Provides
  @Singleton
  NettyGateway gateway(Configuration configuration, Clock clock) {
    return new NettyGateway(options(configuration), clock);
  }

  @Provides
  @Singleton
  @Offered
  DutyLoop loop(NettyGateway gateway) {
    return new DutyLoop(gateway.eventLoop());
  }

  private static NettyGatewayOptions options(Configuration from) {
    return NettyGatewayOptions.builder(String.join(",", from.value(ClientKeys.BOOTSTRAP_SERVERS)))
        .clientId(from.value(ClientKeys.CLIENT_ID))
        .checkCrcs(from.value(ConsumerKeys.CHECK_CRCS))
        .maxDecompressedBytes(from.value(ConsumerKeys.FETCH_DECOMPRESSED_MAX_BYTES))
        .receiveMaxBytes(from.value(ClientKeys.RECEIVE_MESSAGE_MAX_BYTES))
        .socketBufferBytes(
            Math.max(0, from.value(ClientKeys.SEND_BUFFER_BYTES)),
            Math.max(0, from.value(ClientKeys.RECEIVE_BUFFER_BYTES)))
        .setupTimeoutMillis(from.value(ClientKeys.SOCKET_CONNECTION_SETUP_TIMEOUT_MS))
        // A Fetch may take the broker's wait beside the time that a request may take (F7).
        .socketTimeoutMillis(
            (long) from.value(ClientKeys.REQUEST_TIMEOUT_MS)
                + from.value(ConsumerKeys.FETCH_MAX_WAIT_MS))
        .maxIdleMillis(from.value(ClientKeys.CONNECTIONS_MAX_IDLE_MS))
        .reconnectBackoffMillis(
            Math.max(1, from.value(ClientKeys.RECONNECT_BACKOFF_MS)),
            Math.max(1, from.value(ClientKeys.RECONNECT_BACKOFF_MAX_MS)))
        .framePoolBytes(Math.min(MOST_POOLED_BYTES, from.value(ConsumerKeys.FETCH_BUFFER_BYTES)))
        .build();
  }
}
