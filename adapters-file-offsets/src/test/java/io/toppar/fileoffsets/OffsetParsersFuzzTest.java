package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.JournalScan.End;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random and mutated bytes for everything that reads a file: each is judged, without an exception.
 * The rounds are spread over the parsers; {@code -Dtoppar.offsets.fuzz} says how many there are.
 */
final class OffsetParsersFuzzTest {

  private static final long SEED = Long.getLong("toppar.offsets.seed", 20_261_130);
  private static final int ROUNDS = Integer.getInteger("toppar.offsets.fuzz", 1_000_000);
  private static final String LIKELY_IN_FILES = "0123456789\n\r- \0x";
  private static final String LIKELY_IN_NAMES = "t-g012%2F.\\\t\n/é";

  private interface Round {
    void run(SplittableRandom random) throws Exception;
  }

  @Test
  void everyOffsetFileIsAnOffsetOrAProblem() {
    repeat(
        4,
        random -> {
          byte[] content = text(random, LIKELY_IN_FILES, 30);
          OffsetFileText text = OffsetFileText.parse(content);
          if (text.problem() == null) {
            String digits = new String(content, StandardCharsets.US_ASCII).strip();
            assertThat(digits).isEqualTo(withoutLeadingZeros(digits, text.offset()));
          } else {
            assertThat(text.offset()).isEqualTo(-1);
          }
        });
  }

  @Test
  void everyNameIsKeysThatItCanBeTheNameOf() {
    repeat(
        20,
        random -> {
          String name =
              new String(text(random, LIKELY_IN_NAMES, 24), StandardCharsets.UTF_8) + ".offset";
          for (OffsetKey key : FileNameReading.keys(name)) {
            assertThat(OffsetFileName.of(key).offsetFile()).isEqualTo(name);
          }
        });
  }

  @Test
  void everyLineOfASideFileIsANameOrNone() {
    repeat(
        20,
        random -> {
          String line = new String(text(random, LIKELY_IN_NAMES, 40), StandardCharsets.UTF_8);
          RecordedName name = RecordedName.parse(line);
          if (name != null) {
            assertThat(OffsetFileName.of(name.key()).offsetFile()).isEqualTo(name.fileName());
          }
        });
  }

  @Test
  void randomBytesAreNoJournal() {
    repeat(
        4,
        random -> {
          byte[] bytes = new byte[random.nextInt(120)];
          random.nextBytes(bytes);
          JournalScan scan = JournalBytes.read(bytes, new JournalState());
          assertThat(scan.end()).isIn(End.NOT_A_JOURNAL, End.TORN);
        });
  }

  @Test
  void randomBytesBehindAHeaderAreNoEntries() {
    repeat(
        4,
        random -> {
          byte[] bytes = new byte[12 + random.nextInt(200)];
          random.nextBytes(bytes);
          sprinkle(random, bytes);
          System.arraycopy(JournalWriter.header(), 0, bytes, 0, 12);
          JournalState state = new JournalState();
          JournalScan scan = JournalBytes.read(bytes, state);
          assertThat(scan.goodBytes()).isBetween(12L, (long) bytes.length);
          assertThat(state.liveBytes()).isLessThanOrEqualTo(bytes.length);
        });
  }

  /** Whatever is changed, no key has an offset that was never stored for it. */
  @Test
  void aMutatedJournalGivesNoOffsetThatWasNotStored() throws Exception {
    Written[] journals = new Written[16];
    SplittableRandom maker = new SplittableRandom(SEED);
    for (int i = 0; i < journals.length; i++) {
      journals[i] = journal(maker);
    }
    repeat(
        4,
        random -> {
          Written written = journals[random.nextInt(journals.length)];
          byte[] mutated = mutated(written.bytes, random);
          JournalState state = new JournalState();
          JournalScan scan = JournalBytes.read(mutated, state);
          int changed = Arrays.mismatch(written.bytes, mutated);
          if (changed < 0) {
            assertThat(scan).isEqualTo(new JournalScan(End.WHOLE, mutated.length, 1));
          } else if (changed < 12) {
            assertThat(scan.goodBytes()).isZero();
            assertThat(state.keys()).isZero();
          } else {
            assertThat(scan.goodBytes()).isBetween(12L, (long) mutated.length);
          }
          for (JournalState.Slot slot : state.live()) {
            assertThat(written.stores.get(slot.key())).contains(slot.offset());
          }
        });
  }

  /** Types and small lengths in the places where the search for entries believes them. */
  private static void sprinkle(SplittableRandom random, byte[] bytes) {
    for (int i = 0; i + 3 < bytes.length; i += 1 + random.nextInt(20)) {
      bytes[i] = 0;
      bytes[i + 1] = (byte) random.nextInt(40);
      bytes[i + 2] = (byte) random.nextInt(4);
    }
  }

  /** A journal, and all that was ever stored in it. */
  private static final class Written {
    private final Map<OffsetKey, Set<StoredOffset>> stores = new HashMap<>();
    private byte[] bytes = {};
  }

  private static Written journal(SplittableRandom random) throws Exception {
    JournalBytes journal = new JournalBytes().header();
    Written written = new Written();
    List<OffsetKey> keys = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int id = 0; id < count; id++) {
      keys.add(new OffsetKey(new TopicPartition("t", id), id % 2 == 0 ? null : "group"));
      journal.define(id, keys.get(id));
      written.stores.put(keys.get(id), new HashSet<>());
    }
    for (int i = 0; i < 8; i++) {
      int id = random.nextInt(keys.size());
      String metadata = "m".repeat(random.nextInt(2) * random.nextInt(30));
      StoredOffset offset = new StoredOffset(random.nextLong() >>> 1, 3, metadata);
      journal.store(id, offset);
      Objects.requireNonNull(written.stores.get(keys.get(id))).add(offset);
    }
    written.bytes = journal.delete(random.nextInt(keys.size())).bytes();
    return written;
  }

  /** Bits flipped, bytes overwritten, a part taken out, doubled or put elsewhere, the end cut. */
  private static byte[] mutated(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole.clone();
    int at = random.nextInt(bytes.length);
    int count = random.nextInt(Math.min(40, bytes.length - at) + 1);
    switch (random.nextInt(6)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> Arrays.fill(bytes, at, at + count, (byte) random.nextInt());
      case 2 -> bytes = Arrays.copyOf(bytes, at);
      case 3 -> {
        System.arraycopy(whole, at + count, bytes, at, whole.length - at - count);
        bytes = Arrays.copyOf(bytes, whole.length - count);
      }
      case 4 -> {
        bytes = Arrays.copyOf(whole, whole.length + count);
        System.arraycopy(whole, at, bytes, at + count, whole.length - at);
      }
      default ->
          System.arraycopy(whole, at, bytes, random.nextInt(bytes.length - count + 1), count);
    }
    return bytes;
  }

  private static byte[] text(SplittableRandom random, String likely, int most) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(most);
    for (int i = 0; i < length; i++) {
      text.append(
          random.nextInt(12) == 0
              ? (char) random.nextInt(256)
              : likely.charAt(random.nextInt(likely.length())));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String withoutLeadingZeros(String digits, long offset) {
    String plain = Long.toString(offset);
    return "0".repeat(digits.length() - plain.length()) + plain;
  }

  /** A part of the rounds, each with a seed of its own, which a failure names. */
  private static void repeat(int part, Round round) {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < ROUNDS / part; i++) {
      long seed = seeds.nextLong();
      try {
        round.run(new SplittableRandom(seed));
      } catch (Throwable failure) {
        throw new AssertionError(
            "round %d, seed %d of -Dtoppar.offsets.seed=%d".formatted(i, seed, SEED), failure);
      }
    }
  }
}
