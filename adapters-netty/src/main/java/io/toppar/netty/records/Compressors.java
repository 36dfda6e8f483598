package io.toppar.netty.records;

import io.toppar.ports.Compression;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The compression of a gateway's batches. Any thread: each call has a {@link Compressor} of its
 * own, a few of which are kept for the next.
 */
final class Compressors {

  private static final int KEPT = 4;

  private final ChunkPool chunks;
  private final Map<Compression.Codec, ArrayDeque<Compressor>> idle =
      new EnumMap<>(Compression.Codec.class);
  private boolean closed;

  Compressors(ChunkPool chunks) {
    this.chunks = chunks;
  }

  /**
   * Compresses what chunks hold into one of about the fitting size, which is the caller's.
   *
   * @param bytes how much they hold
   * @return the chunk, or null if it would not be smaller (P8)
   * @throws IllegalArgumentException if the codec's library is missing; names the artifact
   */
  @Nullable Chunk compress(Compression compression, List<Chunk> filled, int bytes) {
    Compression.Codec codec = compression.codec();
    if (codec == Compression.Codec.NONE) {
      return null;
    }
    Compressor compressor = taken(codec);
    try {
      return filled.size() == 1
          ? compressed(compressor, compression.level(), filled.get(0))
          : compressedWhole(compressor, compression.level(), filled, bytes);
    } finally {
      giveBack(codec, compressor);
    }
  }

  private @Nullable Chunk compressedWhole(
      Compressor compressor, int level, List<Chunk> filled, int bytes) {
    Chunk whole = chunks.take(bytes);
    try {
      fill(whole, filled);
      return compressed(compressor, level, whole);
    } finally {
      chunks.giveBack(whole);
    }
  }

  private @Nullable Chunk compressed(Compressor compressor, int level, Chunk from) {
    int bytes = from.length();
    Chunk to = chunks.take(compressor.room(bytes));
    try {
      int length = compressor.compress(from.content(), level, to.bytes());
      to.filledTo(length);
      return length < 0 || length >= bytes ? null : fitting(to);
    } finally {
      chunks.giveBack(to);
    }
  }

  /** Lets go of what is kept. */
  synchronized void close() {
    closed = true;
    idle.values().forEach(same -> same.forEach(Compressor::close));
    idle.clear();
  }

  private Compressor taken(Compression.Codec codec) {
    Compressor kept = kept(codec);
    if (kept != null) {
      return kept;
    }
    try {
      return switch (codec) {
        case GZIP -> new GzipCompressor();
        case SNAPPY -> new SnappyCompressor();
        case LZ4 -> new Lz4Compressor();
        case ZSTD -> new ZstdCompressor();
        case NONE -> throw new IllegalArgumentException("nothing to compress with");
      };
    } catch (LinkageError absent) {
      throw new IllegalArgumentException(
          Decompressor.absence(Codecs.number(codec), absent), absent);
    }
  }

  private synchronized @Nullable Compressor kept(Compression.Codec codec) {
    ArrayDeque<Compressor> same = idle.get(codec);
    return same == null ? null : same.pollLast();
  }

  private synchronized void giveBack(Compression.Codec codec, Compressor compressor) {
    ArrayDeque<Compressor> same = idle.computeIfAbsent(codec, key -> new ArrayDeque<>());
    if (closed || same.size() == KEPT) {
      compressor.close();
    } else {
      same.addLast(compressor);
    }
  }

  /** Makes one piece of the records, which nearly always they are already. */
  private static void fill(Chunk whole, List<Chunk> parts) {
    int at = 0;
    for (Chunk part : parts) {
      whole.bytes().put(at, part.bytes(), 0, part.length());
      at += part.length();
    }
    whole.filledTo(at);
  }

  /** Room for bad compression is not held for as long as the batch lives. */
  private Chunk fitting(Chunk roomy) {
    Chunk fitting = chunks.take(roomy.length());
    fitting.bytes().put(0, roomy.bytes(), 0, roomy.length());
    fitting.filledTo(roomy.length());
    return fitting;
  }
}
