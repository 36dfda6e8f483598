package io.toppar.fileoffsets;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal from its start into a state, up to the first byte that is not a whole entry. One
 * thread, one journal.
 *
 * <p>Behind that byte it takes nothing, since a definition may be among what is lost there; it only
 * looks whether any whole entry follows, which tells damage from a write that was cut short. That
 * look is bounded: where it would cost too much, damage is assumed.
 */
final class JournalReader {

  /** How much may be summed up in search of an entry behind the end. */
  private static final long SEARCH_LIMIT_BYTES = 16 << 20;

  private final JournalWindow window;
  private final JournalState state;
  private final CRC32C crc = new CRC32C();
  private final JournalText topics = new JournalText();
  private final JournalText groups = new JournalText();
  private final JournalText metadata = new JournalText();

  JournalReader(FileOps.Input input, int bufferBytes, JournalState state) {
    this.window = new JournalWindow(input, bufferBytes);
    this.state = state;
  }

  JournalScan read() throws IOException {
    if (!window.has(JournalFormat.HEADER_BYTES)) {
      return new JournalScan(
          isBeginningOfHeader() ? JournalScan.End.TORN : JournalScan.End.NOT_A_JOURNAL, 0, 0);
    }
    int version = window.u8(JournalFormat.MAGIC.length);
    if (!isHeader()) {
      return new JournalScan(JournalScan.End.NOT_A_JOURNAL, 0, 0);
    }
    if (version != JournalFormat.VERSION) {
      return new JournalScan(JournalScan.End.UNKNOWN_VERSION, 0, version);
    }
    window.advance(JournalFormat.HEADER_BYTES);
    while (takeEntry()) {}
    long good = window.position();
    return new JournalScan(end(), good, version);
  }

  private boolean isBeginningOfHeader() {
    byte[] header = JournalWriter.header();
    int count = window.ahead();
    return Arrays.equals(
        header, 0, count, window.array(), window.index(0), window.index(0) + count);
  }

  private boolean isHeader() {
    int start = window.index(0);
    int checked = JournalFormat.HEADER_BYTES - Integer.BYTES;
    crc.reset();
    crc.update(window.array(), start, checked);
    int magic = JournalFormat.MAGIC.length;
    return Arrays.equals(JournalFormat.MAGIC, 0, magic, window.array(), start, start + magic)
        && window.i32(checked) == (int) crc.getValue();
  }

  private JournalScan.End end() throws IOException {
    if (!window.has(1)) {
      return JournalScan.End.WHOLE;
    }
    long summed = 0;
    for (window.advance(1); window.has(JournalFormat.PREFIX_BYTES + 1); window.advance(1)) {
      if (isPlausible() && window.has(JournalFormat.PREFIX_BYTES + length())) {
        summed += length();
        if (summed > SEARCH_LIMIT_BYTES || checksumHolds()) {
          return JournalScan.End.DAMAGED;
        }
      }
    }
    return JournalScan.End.TORN;
  }

  private boolean isPlausible() {
    int length = length();
    return switch (type()) {
      case JournalFormat.DEFINE -> length > JournalFormat.DEFINE_LENGTH;
      case JournalFormat.STORE -> length >= JournalFormat.STORE_LENGTH;
      case JournalFormat.DELETE -> length == JournalFormat.DELETE_LENGTH;
      default -> false;
    };
  }

  private boolean takeEntry() throws IOException {
    if (!window.has(JournalFormat.PREFIX_BYTES + 1)
        || !isPlausible()
        || !window.has(JournalFormat.PREFIX_BYTES + length())
        || !checksumHolds()) {
      return false;
    }
    boolean taken =
        switch (type()) {
          case JournalFormat.DEFINE -> takeDefinition();
          case JournalFormat.STORE -> takeStore();
          default -> takeDeletion();
        };
    if (taken) {
      window.advance(JournalFormat.PREFIX_BYTES + length());
    }
    return taken;
  }

  private int length() {
    return window.u16(JournalFormat.LENGTH_AT);
  }

  private int type() {
    return window.u8(JournalFormat.PREFIX_BYTES);
  }

  private boolean checksumHolds() {
    crc.reset();
    crc.update(window.array(), window.index(JournalFormat.LENGTH_AT), Short.BYTES + length());
    return window.i32(0) == (int) crc.getValue();
  }

  private boolean takeDefinition() {
    int body = JournalFormat.PREFIX_BYTES + 1;
    int partition = window.i32(body + 4);
    int topicBytes = window.u16(body + 8);
    int groupBytes = length() - JournalFormat.DEFINE_LENGTH - topicBytes;
    if (window.i32(body) != state.keys() || partition < 0 || topicBytes == 0 || groupBytes < 0) {
      return false;
    }
    int hasGroup = window.u8(body + 10 + topicBytes);
    String topic = topics.text(window, body + 10, topicBytes);
    String group = groups.text(window, body + 11 + topicBytes, groupBytes);
    if (topic == null || group == null || hasGroup > 1 || (hasGroup == 0 && groupBytes > 0)) {
      return false;
    }
    OffsetKey key =
        new OffsetKey(new TopicPartition(topic, partition), hasGroup == 0 ? null : group);
    return state.define(key, JournalFormat.PREFIX_BYTES + length()) != null;
  }

  private boolean takeStore() {
    int body = JournalFormat.PREFIX_BYTES + 1;
    JournalState.Slot slot = slot(window.i32(body));
    long offset = window.i64(body + 4);
    int epoch = window.i32(body + 12);
    String metadata = this.metadata.text(window, body + 16, length() - JournalFormat.STORE_LENGTH);
    if (slot == null || offset < 0 || metadata == null) {
      return false;
    }
    state.put(slot, offset, epoch, metadata, JournalFormat.PREFIX_BYTES + length());
    return true;
  }

  private boolean takeDeletion() {
    JournalState.Slot slot = slot(window.i32(JournalFormat.PREFIX_BYTES + 1));
    if (slot == null) {
      return false;
    }
    state.remove(slot);
    return true;
  }

  private JournalState.@Nullable Slot slot(int id) {
    return id >= 0 && id < state.keys() ? state.slots().get(id) : null;
  }
}
