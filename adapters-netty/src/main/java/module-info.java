/** Kafka's wire protocol over Netty. */
@org.jspecify.annotations.NullMarked
module io.toppar.netty {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires org.slf4j;

  exports io.toppar.netty;

  // Each compression codec is optional: a missing one is an error that names its artifact.
  requires static com.github.luben.zstd_jni;
  requires static org.lz4.java;
  requires static org.xerial.snappy;
}
