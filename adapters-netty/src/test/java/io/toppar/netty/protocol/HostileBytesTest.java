package io.toppar.netty.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes: a message or one kind of exception, in bounded memory, and nothing leaks. */
final class HostileBytesTest {
  private static final long SEED = 20_260_102;
  private static final int TRIES = 100;

  /** What reading may allocate: a little, and so much for each byte that is really there. */
  private static final long BYTES_ALLOCATED = 32_768;

  private static final long BYTES_ALLOCATED_PER_BYTE = 400;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static List<WireCase> cases() {
    return WireCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void survivesMutatedMessages(WireCase wire) {
    SplittableRandom random = new SplittableRandom(SEED + wire.name().hashCode());
    for (short version : wire.versions()) {
      for (int i = 0; i < TRIES; i++) {
        byte[] valid = new RandomStructs(random, null).bytes(wire.schema().apply(version));
        read(wire, version, mutated(valid, random));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void survivesRandomBytes(WireCase wire) {
    SplittableRandom random = new SplittableRandom(SEED - wire.name().hashCode());
    for (short version : wire.versions()) {
      for (int i = 0; i < TRIES; i++) {
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        read(wire, version, bytes);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refusesEveryMessageThatIsCut(WireCase wire) {
    for (short version : wire.versions()) {
      SplittableRandom random = new SplittableRandom(SEED);
      byte[] whole = new RandomStructs(random, null).bytes(wire.schema().apply(version));
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThat(read(wire, version, cut))
            .as("%s, version %d, cut to %d of %d", wire, version, length, whole.length)
            .isFalse();
      }
    }
  }

  /** Whether the bytes begin with a message. */
  private boolean read(WireCase wire, short version, byte[] bytes) {
    String which = wire + ", version " + version + ": " + HexFormat.of().formatHex(bytes);
    long limit = BYTES_ALLOCATED + BYTES_ALLOCATED_PER_BYTE * bytes.length;
    long before = threads.getCurrentThreadAllocatedBytes();
    boolean whole = isMessage(wire, version, bytes, which);
    if (threads.getCurrentThreadAllocatedBytes() - before > limit) {
      // The first read of a kind loads classes; the second shows what the bytes cost.
      before = threads.getCurrentThreadAllocatedBytes();
      isMessage(wire, version, bytes, which);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated for %s", which)
          .isLessThan(limit);
    }
    return whole;
  }

  private static boolean isMessage(WireCase wire, short version, byte[] bytes, String which) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    boolean whole = false;
    try {
      wire.reader().read(in, version).release();
      whole = true;
    } catch (MalformedMessageException e) {
      if (!String.valueOf(e.getMessage()).startsWith(wire.name())) {
        fail("no message is named for " + which, e);
      }
    } catch (RuntimeException | Error e) {
      fail(which, e);
    }
    if (in.refCnt() != 1) {
      fail(in.refCnt() + " references are left by " + which);
    }
    return whole;
  }

  /** One to three faults of the kinds that lying lengths, lost bytes and bit rot make. */
  private static byte[] mutated(byte[] valid, SplittableRandom random) {
    byte[] bytes = valid;
    for (int faults = 1 + random.nextInt(3); faults > 0 && bytes.length > 0; faults--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> fill(bytes, at, random.nextBoolean() ? 0xff : 0x7f, random);
        case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(8));
        default -> System.arraycopy(bytes, at, bytes, random.nextInt(at + 1), bytes.length - at);
      }
    }
    return bytes;
  }

  /** Where a length stands, this makes it enormous or negative. */
  private static void fill(byte[] bytes, int at, int value, SplittableRandom random) {
    int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
    Arrays.fill(bytes, at, end, (byte) value);
    bytes[at] = (byte) (random.nextBoolean() ? 0x7f : value);
  }
}
