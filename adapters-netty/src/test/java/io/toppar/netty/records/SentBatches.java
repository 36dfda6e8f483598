package io.toppar.netty.records;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.toppar.ports.SealedBatch;

/** Batches as they would go to a socket. */
public final class SentBatches {

  private SentBatches() {}

  /** The bytes of one transmission by nobody in particular. */
  public static byte[] bytes(SealedBatch batch) {
    return bytes(batch, -1, (short) -1, -1);
  }

  /** The bytes of one transmission, which is over then. */
  public static byte[] bytes(SealedBatch batch, long producerId, short epoch, int sequence) {
    WrittenBatch written = (WrittenBatch) batch;
    ByteBuf header = Unpooled.buffer();
    written.lend();
    written.writeHeader(header, producerId, epoch, sequence);
    CompositeByteBuf whole = Unpooled.compositeBuffer(Integer.MAX_VALUE);
    whole.addComponent(true, header);
    written.addTo(whole);
    byte[] bytes = ByteBufUtil.getBytes(whole);
    whole.release();
    written.takeBack();
    return bytes;
  }
}
