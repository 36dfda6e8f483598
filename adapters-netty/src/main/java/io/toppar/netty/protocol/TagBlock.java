package io.toppar.netty.protocol;

import static io.toppar.netty.protocol.WireWrites.writeUnsignedVarint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tagged fields at the end of a struct (KIP-482), collected because their number goes first.
 *
 * <p>Used by one writer, once. Most structs have none to write, and then nothing is allocated but
 * this.
 */
public final class TagBlock {
  private int count;
  private @Nullable ByteBuf fields;

  /** An empty block. */
  public TagBlock() {}

  /** Adds a field; tags come in ascending order. */
  public void add(int tag, Consumer<ByteBuf> writer) {
    // On the heap, so that a field that cannot be written leaves nothing to release.
    ByteBuf body = Unpooled.buffer();
    writer.accept(body);
    if (fields == null) {
      fields = Unpooled.buffer();
    }
    writeUnsignedVarint(fields, tag);
    writeUnsignedVarint(fields, body.readableBytes());
    fields.writeBytes(body);
    count++;
  }

  /** Appends the number of fields and the fields. */
  public void writeTo(ByteBuf out) {
    writeUnsignedVarint(out, count);
    if (fields != null) {
      out.writeBytes(fields);
    }
  }
}
