package io.toppar.netty.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.protocol.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our bytes are kafka-clients' bytes, for every message at every version that we speak. */
final class CodecsMatchKafkaTest {
  private static final long SEED = 20_260_101;
  private static final int MESSAGES_PER_VERSION = 40;

  static List<WireCase> cases() {
    return WireCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void readsWhatKafkaWritesAndWritesTheSameBytes(WireCase wire) {
    for (short version : wire.versions()) {
      for (int i = 0; i < MESSAGES_PER_VERSION; i++) {
        String which = which(wire, version, i);
        Message theirs = theirs(wire, version, i);
        byte[] bytes = WireCase.write(theirs, version);

        byte[] ours = WireCase.write(wire.readOurs(bytes, version), version);

        assertThat(ours).as(which).isEqualTo(bytes);
        assertThat(wire.readTheirs(ours, version)).as(which).isEqualTo(theirs);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void dropsTagsThatNobodyKnows(WireCase wire) {
    for (short version : wire.versions()) {
      for (int i = 0; i < MESSAGES_PER_VERSION; i++) {
        byte[] known = WireCase.write(theirs(wire, version, i), version);
        SplittableRandom tags = new SplittableRandom(i);
        byte[] tagged =
            new RandomStructs(random(wire, version, i), tags).bytes(wire.schema().apply(version));

        byte[] ours = WireCase.write(wire.readOurs(tagged, version), version);

        assertThat(ours).as(which(wire, version, i)).isEqualTo(known);
      }
    }
  }

  /** What a message read at one version may say at another is the same on both sides. */
  @ParameterizedTest
  @MethodSource("cases")
  void refusesAtAnotherVersionWhatKafkaRefuses(WireCase wire) {
    for (short read : wire.versions()) {
      for (int i = 0; i < MESSAGES_PER_VERSION; i++) {
        Message theirs = theirs(wire, read, i);
        ApiMessage ours = wire.readOurs(WireCase.write(theirs, read), read);
        for (short written : wire.versions()) {
          assertThat(writtenOrRefused(ours, written))
              .as("%s, written at version %d", which(wire, read, i), written)
              .isEqualTo(writtenOrRefused(theirs, written));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasKafkasDefaults(WireCase wire) throws ReflectiveOperationException {
    ApiMessage ours = wire.ourDefaults();
    for (short version : wire.versions()) {
      assertThat(writtenOrRefused(ours, version))
          .as("%s, version %d", wire.name(), version)
          .isEqualTo(writtenOrRefused(wire.theirs().get(), version));
    }
  }

  private static Message theirs(WireCase wire, short version, int index) {
    byte[] bytes =
        new RandomStructs(random(wire, version, index), null).bytes(wire.schema().apply(version));
    return wire.readTheirs(bytes, version);
  }

  private static byte @Nullable [] writtenOrRefused(ApiMessage message, short version) {
    try {
      return WireCase.write(message, version);
    } catch (UnwritableFieldException e) {
      return null;
    }
  }

  /** Kafka refuses with exceptions of several kinds. */
  private static byte @Nullable [] writtenOrRefused(Message message, short version) {
    try {
      return WireCase.write(message, version);
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static SplittableRandom random(WireCase wire, short version, int index) {
    return new SplittableRandom(
        SEED + wire.name().hashCode() * 1_000_003L + version * 1009 + index);
  }

  private static String which(WireCase wire, short version, int index) {
    return "%s, version %d, message %d of seed %d".formatted(wire.name(), version, index, SEED);
  }
}
