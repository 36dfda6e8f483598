package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.JournalScan.End;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bytes of a journal: as documented, there and back, cut and damaged. */
final class JournalFormatTest {

  private static final OffsetKey ORDERS = key("orders", 3, "g1");
  private static final OffsetKey LOGS = key("logs", 0, null);

  @Test
  void theExampleInTheDocumentationIsWhatIsWrittenAndRead() throws Exception {
    byte[] documented = documented();
    byte[] written =
        new JournalBytes()
            .header()
            .define(0, ORDERS)
            .store(0, new StoredOffset(42, 5, "note"))
            .define(1, LOGS)
            .store(1, StoredOffset.of(7))
            .store(0, new StoredOffset(43, 5, ""))
            .delete(1)
            .bytes();
    assertThat(HexFormat.of().formatHex(written)).isEqualTo(HexFormat.of().formatHex(documented));
    JournalState state = new JournalState();
    assertThat(JournalBytes.read(documented, state))
        .isEqualTo(new JournalScan(End.WHOLE, documented.length, 1));
    assertThat(offsets(state)).isEqualTo(Map.of(ORDERS, new StoredOffset(43, 5, "")));
    assertThat(state.keys()).isEqualTo(2);
  }

  @Test
  void whatIsWrittenIsReadAgainWhateverItsSizeAndLetters() throws Exception {
    long seed = 20;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      JournalBytes journal = new JournalBytes().header();
      JournalState expected = new JournalState();
      for (int entry = 0; entry < 40; entry++) {
        write(journal, expected, random);
      }
      byte[] bytes = journal.bytes();
      JournalState read = new JournalState();
      String what = "seed " + seed + ", round " + round;
      assertThat(JournalBytes.read(bytes, read))
          .as(what)
          .isEqualTo(new JournalScan(End.WHOLE, bytes.length, 1));
      assertThat(offsets(read)).as(what).isEqualTo(offsets(expected));
      assertThat(read.liveBytes()).as(what).isEqualTo(expected.liveBytes());
      JournalState compacted = read.compacted();
      assertThat(offsets(compacted)).as(what).isEqualTo(offsets(expected));
      assertThat(compacted.liveBytes()).as(what).isEqualTo(writtenBytes(compacted));
    }
  }

  @Test
  @DisplayName(
      "a journal cut anywhere, or with zeros from there on, keeps its whole entries (B142)")
  void aJournalCutAnywhereKeepsItsWholeEntriesAndIsTorn() throws Exception {
    byte[] whole = documented();
    List<Integer> ends = List.of(12, 38, 65, 87, 110, 133, 144);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      int good = lastEnd(ends, length);
      JournalScan scan = JournalBytes.read(cut, new JournalState());
      End end = length > 0 && ends.contains(length) ? End.WHOLE : End.TORN;
      int version = length < 12 ? 0 : 1;
      assertThat(scan).as("cut to %d", length).isEqualTo(new JournalScan(end, good, version));
      if (length >= 12) {
        byte[] zeros = Arrays.copyOf(cut, length + 600);
        assertThat(JournalBytes.read(zeros, new JournalState()))
            .as("cut to %d, then zeros", length)
            .isEqualTo(new JournalScan(End.TORN, lastEnd(ends, Arrays.mismatch(whole, zeros)), 1));
      }
    }
  }

  @Test
  void aBitThatFlipsAnywhereIsFoundAndNothingBehindItIsTaken() throws Exception {
    byte[] whole = documented();
    List<Integer> ends = List.of(12, 38, 65, 87, 110, 133, 144);
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] flipped = whole.clone();
        flipped[at] ^= (byte) (1 << bit);
        JournalState state = new JournalState();
        JournalScan scan = JournalBytes.read(flipped, state);
        String what = "bit " + bit + " of byte " + at;
        if (at < 12) {
          assertThat(scan.end()).as(what).isEqualTo(End.NOT_A_JOURNAL);
        } else {
          End end = at < 133 ? End.DAMAGED : End.TORN;
          assertThat(scan).as(what).isEqualTo(new JournalScan(end, lastEnd(ends, at), 1));
        }
      }
    }
  }

  @Test
  void theSearchBehindDamageIsBoundedAndThenDamageIsAssumed() throws Exception {
    byte[] whole = documented();
    byte[] hard = Arrays.copyOf(whole, 3_000_000);
    byte[] longStore = {(byte) 0xff, (byte) 0xf0, JournalFormat.STORE};
    for (int at = whole.length; at + 3 <= hard.length; at += 3) {
      System.arraycopy(longStore, 0, hard, at, 3);
    }
    assertThat(JournalBytes.read(hard, new JournalState()))
        .isEqualTo(new JournalScan(End.DAMAGED, whole.length, 1));
  }

  @Test
  void anotherVersionIsKnownByItsHeaderAlone() throws Exception {
    byte[] journal = documented();
    journal[7] = 9;
    CRC32C crc = new CRC32C();
    crc.update(journal, 0, 8);
    ByteBuffer.wrap(journal).putInt(8, (int) crc.getValue());
    JournalState state = new JournalState();
    assertThat(JournalBytes.read(journal, state))
        .isEqualTo(new JournalScan(End.UNKNOWN_VERSION, 0, 9));
    assertThat(state.keys()).isZero();
  }

  @Test
  void entriesThatContradictOneAnotherAreDamageThoughTheirChecksumsHold() throws Exception {
    assertBroken(new JournalBytes().header().store(0, StoredOffset.of(1)));
    assertBroken(new JournalBytes().header().delete(0));
    assertBroken(new JournalBytes().header().define(1, LOGS));
    assertBroken(new JournalBytes().header().define(-1, LOGS));
    JournalScan twice =
        JournalBytes.read(
            new JournalBytes().header().define(0, LOGS).define(1, LOGS).bytes(),
            new JournalState());
    assertThat(twice.goodBytes()).isEqualTo(12 + JournalFormat.bytes(LOGS));
  }

  @Test
  void whatNoEntryCanHoldIsRefusedByName() {
    assertThatThrownBy(() -> JournalFormat.check(key("t", -1, null)))
        .hasMessageContaining("t[-1] is not a partition");
    assertThatThrownBy(() -> JournalFormat.check(key("t", 0, "g".repeat(65_523))))
        .hasMessageContaining("names too long for a journal");
    assertThatThrownBy(() -> JournalFormat.check(key("t", 0, "\ud800")))
        .hasMessageContaining("half a character");
    assertThatThrownBy(() -> JournalFormat.check(key("t\udc00x", 0, null)))
        .hasMessageContaining("half a character");
    assertThatThrownBy(() -> JournalFormat.check(LOGS, metadata("é".repeat(32_760))))
        .hasMessageContaining("metadata too long");
    assertThatThrownBy(() -> JournalFormat.check(LOGS, metadata("\ud83dx")))
        .hasMessageContaining("half a character");
  }

  private static StoredOffset metadata(String metadata) {
    return new StoredOffset(1, -1, metadata);
  }

  @Test
  void theLongestEntryIsWrittenAndRead() throws Exception {
    OffsetKey longest = key("t", 0, "g".repeat(65_535 - 12 - 1));
    StoredOffset offset = new StoredOffset(1, -1, "m".repeat(65_535 - 17));
    JournalFormat.check(longest);
    JournalFormat.check(longest, offset);
    byte[] journal =
        new JournalBytes().header().define(0, longest).store(0, offset).store(0, offset).bytes();
    JournalState state = new JournalState();
    assertThat(JournalBytes.read(journal, state).end()).isEqualTo(End.WHOLE);
    assertThat(offsets(state)).isEqualTo(Map.of(longest, offset));
  }

  private static void assertBroken(JournalBytes journal) throws Exception {
    JournalScan scan = JournalBytes.read(journal.bytes(), new JournalState());
    assertThat(scan).isEqualTo(new JournalScan(End.TORN, 12, 1));
  }

  private static void write(JournalBytes journal, JournalState expected, Random random)
      throws Exception {
    OffsetKey key =
        key(
            "t" + "é".repeat(random.nextInt(3)),
            random.nextInt(4),
            random.nextBoolean() ? null : "");
    JournalState.Slot slot = expected.find(key);
    if (slot != null && random.nextInt(4) == 0) {
      journal.delete(slot.id());
      expected.apply(new JournalChange(key, null));
      return;
    }
    if (slot == null) {
      journal.define(expected.keys(), key);
    }
    String metadata = "\ud83d\ude00ß日".repeat(random.nextInt(3)).repeat(random.nextInt(200));
    StoredOffset offset = new StoredOffset(random.nextLong() >>> 1, random.nextInt(), metadata);
    journal.store(slot == null ? expected.keys() : slot.id(), offset);
    expected.apply(new JournalChange(key, offset));
  }

  private static long writtenBytes(JournalState state) throws Exception {
    JournalBytes journal = new JournalBytes().header();
    for (JournalState.Slot slot : state.slots()) {
      journal.define(slot.id(), slot.key()).store(slot.id(), Objects.requireNonNull(slot.offset()));
    }
    return journal.bytes().length;
  }

  private static int lastEnd(List<Integer> ends, int at) {
    return ends.stream().filter(end -> end <= at).mapToInt(end -> end).max().orElse(0);
  }

  private static Map<OffsetKey, StoredOffset> offsets(JournalState state) {
    Map<OffsetKey, StoredOffset> offsets = new HashMap<>();
    state.live().forEach(slot -> offsets.put(slot.key(), Objects.requireNonNull(slot.offset())));
    return offsets;
  }

  /** The bytes in front of the words of each line. */
  private static byte[] documented() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "offset-journal.md"));
    String block = page.substring(page.indexOf("```hex\n") + 7, page.lastIndexOf("```"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String line : block.split("\n", -1)) {
      String hex = line.split("   ", 2)[0].strip();
      bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(hex));
    }
    return bytes.toByteArray();
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
