package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.function.BiConsumer;

/**
 * Kafka's checkpoint files: version 0, the number of entries, then an entry per line, {@code topic
 * partition offset}.
 *
 * <p>Brokers keep {@code replication-offset-checkpoint}, {@code recovery-point-offset-checkpoint},
 * {@code log-start-offset-checkpoint} and {@code cleaner-offset-checkpoint} like this, Kafka
 * Streams {@code .checkpoint}.
 */
final class CheckpointLines implements ImportLines {

  private int line;
  private int expected;

  @Override
  public void take(String text, BiConsumer<OffsetKey, StoredOffset> offsets) {
    line++;
    if (line == 1) {
      if (!text.strip().equals("0")) {
        throw new IllegalArgumentException(
            "it is neither JSON nor the version of a checkpoint file, which is 0");
      }
    } else if (line == 2) {
      expected = (int) number(text.strip(), "the number of entries", Integer.MAX_VALUE);
    } else if (line - 2 > expected) {
      if (!text.isBlank()) {
        throw new IllegalArgumentException(
            "it is one too many: the number of entries is " + expected);
      }
    } else {
      entry(text, offsets);
    }
  }

  private static void entry(String text, BiConsumer<OffsetKey, StoredOffset> offsets) {
    String[] fields = text.strip().split("\\s+", -1);
    if (fields.length != 3) {
      throw new IllegalArgumentException("it is not a topic, a partition and an offset");
    }
    int partition = (int) number(fields[1], "the partition", Integer.MAX_VALUE);
    long offset = number(fields[2], "the offset", Long.MAX_VALUE);
    offsets.accept(
        new OffsetKey(new TopicPartition(fields[0], partition), null), StoredOffset.of(offset));
  }

  private static long number(String text, String what, long most) {
    try {
      if (text.matches("[0-9]{1,19}") && Long.parseLong(text) <= most) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // Too large: refused below like everything else that is no number.
    }
    throw new IllegalArgumentException(what + " is '" + text + "', not a number from 0 on");
  }

  @Override
  public void end() {
    if (line < 2) {
      throw new IllegalArgumentException("ends before the number of entries");
    }
    if (line - 2 < expected) {
      throw new IllegalArgumentException(
          "ends after " + (line - 2) + ", but the number of entries is " + expected);
    }
  }
}
