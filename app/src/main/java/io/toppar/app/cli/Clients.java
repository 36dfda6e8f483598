package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.config.ConfigKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.OffsetStoreMethod;
import io.toppar.app.engine.*;
import io.toppar.domain.*;
import io.toppar.fileoffsets.*;
import io.toppar.netty.*;
import io.toppar.ports.*;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.*;

final class Clients {
  private Clients() {}

  static Consumer consumer(Configuration c) {
    long ms = 1_000_000L;
    Clock clock =
        new Clock() {
          @Override
          public long nanoTime() {
            return System.nanoTime();
          }

          @Override
          public long currentTimeMillis() {
            return System.currentTimeMillis();
          }
        };
    NettyGateway gateway =
        new NettyGateway(
            NettyGatewayOptions.builder(String.join(",", c.value(ConfigKeys.BOOTSTRAP_SERVERS)))
                .build(),
            clock);
    boolean file = c.value(ConfigKeys.OFFSET_STORE_METHOD) == OffsetStoreMethod.FILE;
    OffsetStore store =
        new FileOffsetStore(
            FileOffsetOptions.of(Path.of(c.value(ConfigKeys.OFFSET_STORE_PATH))), clock);
    TopparConfig t =
        new TopparConfig(
            c.value(ConfigKeys.AUTO_OFFSET_RESET),
            c.value(ConfigKeys.ISOLATION_LEVEL),
            c.value(ConfigKeys.ENABLE_PARTITION_EOF),
            c.value(ConfigKeys.MAX_PARTITION_FETCH_BYTES),
            c.value(ConfigKeys.FETCH_MAX_BYTES),
            c.value(ConfigKeys.QUEUED_MIN_MESSAGES),
            2L * c.value(ConfigKeys.MAX_PARTITION_FETCH_BYTES),
            500 * ms,
            500 * ms,
            100 * ms,
            c.value(ConfigKeys.AUTO_COMMIT_INTERVAL_MS) * ms,
            file);
    LaneConfig lane =
        new LaneConfig(
            1,
            c.value(ConfigKeys.FETCH_MAX_WAIT_MS),
            c.value(ConfigKeys.FETCH_MAX_BYTES),
            c.value(ConfigKeys.MAX_PARTITION_FETCH_BYTES),
            "",
            100 * ms,
            1000 * ms,
            new SplittableRandom());
    ClientSettings s =
        new ClientSettings(
            c.find(ConfigKeys.GROUP_ID).orElse(null),
            t,
            lane,
            MetadataConfig.DEFAULTS,
            c.value(ConfigKeys.FETCH_BUFFER_BYTES),
            c.value(ConfigKeys.ENABLE_AUTO_OFFSET_STORE),
            c.value(ConfigKeys.ALLOW_AUTO_CREATE_TOPICS),
            30_000 * ms,
            100 * ms,
            10_000,
            500);
    Engine e = new Engine(s, gateway, store, clock, new ExecutorRunner(gateway.eventLoop(), clock));
    e.open();
    return new EngineConsumer(e, s, ForkJoinPool.commonPool());
  }
}
