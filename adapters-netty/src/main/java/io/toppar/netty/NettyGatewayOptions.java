package io.toppar.netty;

import io.toppar.netty.connection.ConnectionSettings;
import io.toppar.netty.connection.HostPort;
import io.toppar.netty.records.RecordOptions;
import java.util.List;

/**
 * How a {@link NettyGateway} connects, reads and writes. Immutable, any thread; made by a {@link
 * Builder}.
 */
public final class NettyGatewayOptions {

  private final List<HostPort> bootstrap;
  private final ConnectionSettings connectionSettings;
  private final RecordOptions recordOptions;
  private final boolean nativeTransport;
  private final int sendBufferBytes;
  private final int receiveBufferBytes;
  private final long framePoolBytes;
  private final long batchPoolBytes;
  private final int maxOpenRequests;

  private NettyGatewayOptions(Builder from) {
    bootstrap = from.bootstrap;
    connectionSettings =
        new ConnectionSettings(
            from.clientId,
            from.softwareName,
            from.softwareVersion,
            from.floorVersions,
            from.receiveMaxBytes,
            from.setupTimeoutMillis,
            from.socketTimeoutMillis,
            from.maxIdleMillis,
            from.backoffMillis,
            from.backoffMaxMillis);
    recordOptions = new RecordOptions(from.checkCrcs, from.maxDecompressedBytes);
    nativeTransport = from.nativeTransport;
    sendBufferBytes = from.sendBufferBytes;
    receiveBufferBytes = from.receiveBufferBytes;
    framePoolBytes = from.framePoolBytes;
    batchPoolBytes = from.batchPoolBytes;
    maxOpenRequests = from.maxOpenRequests;
  }

  /**
   * A builder in which everything but the addresses has its default.
   *
   * @param bootstrapServers {@code host:port[,host:port]}, IPv6 addresses in brackets
   * @throws IllegalArgumentException naming the address that is malformed
   */
  public static Builder builder(String bootstrapServers) {
    return new Builder(HostPort.parseList(bootstrapServers));
  }

  List<HostPort> bootstrap() {
    return bootstrap;
  }

  ConnectionSettings connectionSettings() {
    return connectionSettings;
  }

  RecordOptions recordOptions() {
    return recordOptions;
  }

  boolean nativeTransport() {
    return nativeTransport;
  }

  int sendBufferBytes() {
    return sendBufferBytes;
  }

  int receiveBufferBytes() {
    return receiveBufferBytes;
  }

  long framePoolBytes() {
    return framePoolBytes;
  }

  long batchPoolBytes() {
    return batchPoolBytes;
  }

  int maxOpenRequests() {
    return maxOpenRequests;
  }

  String clientId() {
    return connectionSettings.clientId();
  }

  /** Collects options. Not thread-safe. */
  public static final class Builder {

    private static final String SOFTWARE_PATTERN = "[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?";
    private static final int LARGEST_CLIENT_ID = 32_767;

    private final List<HostPort> bootstrap;
    private String clientId = "toppar";
    private String softwareName = "toppar";
    private String softwareVersion = "0.1.0";
    private boolean floorVersions;
    private boolean checkCrcs = RecordOptions.DEFAULT.checkCrcs();
    private int maxDecompressedBytes = RecordOptions.DEFAULT.maxDecompressedBytes();
    private boolean nativeTransport = true;
    private int receiveMaxBytes = 100_000_000;
    private int sendBufferBytes;
    private int receiveBufferBytes;
    private long setupTimeoutMillis = 10_000;
    private long socketTimeoutMillis = 60_000;
    private long maxIdleMillis = 540_000;
    private long backoffMillis = 100;
    private long backoffMaxMillis = 10_000;
    private long framePoolBytes = 32 << 20;
    private long batchPoolBytes = 32 << 20;
    private int maxOpenRequests = 10_000;

    private Builder(List<HostPort> bootstrap) {
      this.bootstrap = bootstrap;
    }

    /** Name sent with every request, seen in the broker's logs and quotas ({@code client.id}). */
    public Builder clientId(String id) {
      require(id.length() <= LARGEST_CLIENT_ID, "client.id is longer than 32767 characters");
      clientId = id;
      return this;
    }

    /** The program that connects, as the broker's metrics show it (KIP-511). */
    public Builder software(String name, String version) {
      require(name.matches(SOFTWARE_PATTERN), "software name \"" + name + "\" is malformed");
      require(
          version.matches(SOFTWARE_PATTERN), "software version \"" + version + "\" is malformed");
      softwareName = name;
      softwareVersion = version;
      return this;
    }

    /**
     * Whether every request uses the oldest version we speak, as towards a broker 2.1; a request
     * that needs a newer one is answered as unsupported. For tests.
     */
    public Builder floorVersions(boolean clamped) {
      floorVersions = clamped;
      return this;
    }

    /** Whether record checksums are verified ({@code check.crcs}). */
    public Builder checkCrcs(boolean checked) {
      checkCrcs = checked;
      return this;
    }

    /** The most bytes one batch may decompress to. */
    public Builder maxDecompressedBytes(int bytes) {
      require(bytes > 0, "the limit of decompressed bytes must be positive");
      maxDecompressedBytes = bytes;
      return this;
    }

    /** Whether epoll is used where there is one; otherwise NIO. */
    public Builder nativeTransport(boolean allowed) {
      nativeTransport = allowed;
      return this;
    }

    /** The most bytes of one reply ({@code receive.message.max.bytes}). */
    public Builder receiveMaxBytes(int bytes) {
      require(bytes >= 1000, "receive.message.max.bytes must be 1000 or more");
      receiveMaxBytes = bytes;
      return this;
    }

    /** The socket's buffers in bytes, 0 for the system's choice. */
    public Builder socketBufferBytes(int send, int receive) {
      require(send >= 0 && receive >= 0, "socket buffers must not be negative");
      sendBufferBytes = send;
      receiveBufferBytes = receive;
      return this;
    }

    /**
     * The most milliseconds from dialling an address to readiness, the same again for the name's
     * lookup ({@code socket.connection.setup.timeout.ms}).
     */
    public Builder setupTimeoutMillis(long millis) {
      require(millis > 0, "socket.connection.setup.timeout.ms must be positive");
      setupTimeoutMillis = millis;
      return this;
    }

    /**
     * A connection whose oldest request has had no answer for so many milliseconds is given up
     * ({@code socket.timeout.ms}).
     */
    public Builder socketTimeoutMillis(long millis) {
      require(millis > 0, "socket.timeout.ms must be positive");
      socketTimeoutMillis = millis;
      return this;
    }

    /**
     * A connection unused for so many milliseconds is closed, before the broker does it, whose
     * default is ten minutes; 0 for never ({@code connections.max.idle.ms}).
     */
    public Builder maxIdleMillis(long millis) {
      require(millis >= 0, "connections.max.idle.ms must not be negative");
      maxIdleMillis = millis;
      return this;
    }

    /**
     * The first and the longest wait in milliseconds before connecting again to a broker that could
     * not be reached ({@code reconnect.backoff.ms}, {@code reconnect.backoff.max.ms}).
     */
    public Builder reconnectBackoffMillis(long first, long longest) {
      require(
          first > 0 && longest >= first, "0 < reconnect.backoff.ms <= reconnect.backoff.max.ms");
      backoffMillis = first;
      backoffMaxMillis = longest;
      return this;
    }

    /** The most bytes of reply memory kept for reuse while not in use. */
    public Builder framePoolBytes(long bytes) {
      require(bytes >= 0, "the frame pool must not be negative");
      framePoolBytes = bytes;
      return this;
    }

    /** The most memory of batches on their way out kept for reuse while not in use. */
    public Builder batchPoolBytes(long bytes) {
      require(bytes >= 0, "the batch pool must not be negative");
      batchPoolBytes = bytes;
      return this;
    }

    /** The most requests open at a time; what is submitted beyond fails. */
    public Builder maxOpenRequests(int count) {
      require(count > 0, "the limit of open requests must be positive");
      maxOpenRequests = count;
      return this;
    }

    /** The options. */
    public NettyGatewayOptions build() {
      return new NettyGatewayOptions(this);
    }

    private static void require(boolean condition, String message) {
      if (!condition) {
        throw new IllegalArgumentException(message);
      }
    }
  }
}
