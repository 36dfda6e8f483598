package io.toppar.netty.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.toppar.netty.protocol.messages.Messages;
import io.toppar.netty.protocol.messages.RequestHeader;
import io.toppar.netty.protocol.messages.ResponseHeader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.Schema;

/**
 * One message that we and kafka-clients both speak, over all versions that we speak.
 *
 * @param name as ours is called
 * @param schema Kafka's description of each version, by version
 * @param theirs a new, empty message of kafka-clients
 * @param reader our reader
 */
record WireCase(
    String name,
    short floor,
    short ceiling,
    IntFunction<Schema> schema,
    Supplier<Message> theirs,
    OurReader reader) {

  /** Reads one of our messages. */
  interface OurReader {
    ApiMessage read(ByteBuf in, short version);
  }

  static List<WireCase> all() {
    List<WireCase> cases = new ArrayList<>();
    for (Api api : Api.values()) {
      ApiKeys key = ApiKeys.forId(api.key());
      String stem = key.name;
      cases.add(
          new WireCase(
              stem + "Request",
              api.floor(),
              api.ceiling(),
              version -> key.messageType.requestSchemas()[version],
              key.messageType::newRequest,
              (in, version) -> Messages.readRequest(api, in, version)));
      cases.add(
          new WireCase(
              stem + "Response",
              api.floor(),
              api.ceiling(),
              version -> key.messageType.responseSchemas()[version],
              key.messageType::newResponse,
              (in, version) -> Messages.readResponse(api, in, version)));
    }
    cases.add(
        new WireCase(
            "RequestHeader",
            (short) 1,
            (short) 2,
            version -> RequestHeaderData.SCHEMAS[version],
            RequestHeaderData::new,
            RequestHeader::read));
    cases.add(
        new WireCase(
            "ResponseHeader",
            (short) 0,
            (short) 1,
            version -> ResponseHeaderData.SCHEMAS[version],
            ResponseHeaderData::new,
            ResponseHeader::read));
    return cases;
  }

  List<Short> versions() {
    List<Short> versions = new ArrayList<>();
    for (int version = floor; version <= ceiling; version++) {
      versions.add((short) version);
    }
    return versions;
  }

  Message readTheirs(byte[] bytes, short version) {
    Message message = theirs.get();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    message.read(new ByteBufferAccessor(buffer), version);
    if (buffer.hasRemaining()) {
      throw new IllegalStateException(buffer.remaining() + " bytes are left of " + name);
    }
    return message;
  }

  static byte[] write(Message message, short version) {
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
    message.write(new ByteBufferAccessor(buffer), cache, version);
    if (buffer.hasRemaining()) {
      throw new IllegalStateException("kafka-clients wrote less than it said");
    }
    return buffer.array();
  }

  /** Reads with our reader; every byte is to be used. */
  ApiMessage readOurs(byte[] bytes, short version) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    ApiMessage message = reader.read(in, version);
    if (in.isReadable()) {
      throw new IllegalStateException(in.readableBytes() + " bytes are left of " + name);
    }
    return message;
  }

  static byte[] write(ApiMessage message, short version) {
    ByteBuf out = Unpooled.buffer();
    message.write(out, version);
    return ByteBufUtil.getBytes(out);
  }

  /** Our message with every default, by the builder that users call. */
  ApiMessage ourDefaults() throws ReflectiveOperationException {
    Class<?> type = Class.forName("io.toppar.netty.protocol.messages." + name);
    Method builder = type.getMethod("builder");
    try {
      Object empty = builder.invoke(null);
      return (ApiMessage) empty.getClass().getMethod("build").invoke(empty);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(name + " has no defaults", e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
