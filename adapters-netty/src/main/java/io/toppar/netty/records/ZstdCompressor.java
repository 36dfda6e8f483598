package io.toppar.netty.records;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.toppar.ports.Compression;
import java.nio.ByteBuffer;

/** One Zstandard frame, in a context of native memory that is used again. */
final class ZstdCompressor implements Compressor {

  private final ZstdCompressCtx context = new ZstdCompressCtx();

  @Override
  public int room(int bytes) {
    return (int) Zstd.compressBound(bytes);
  }

  @Override
  public int compress(ByteBuffer from, int level, ByteBuffer to) {
    context.setLevel(level == Compression.DEFAULT_LEVEL ? Zstd.defaultCompressionLevel() : level);
    return context.compressDirectByteBuffer(
        to, 0, to.capacity(), from, from.position(), from.remaining());
  }

  @Override
  public void close() {
    context.close();
  }
}
