package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.function.BiConsumer;

/** A text format of offsets, taken line by line. One thread. */
interface ImportLines {

  /**
   * Takes the next line.
   *
   * @throws IllegalArgumentException if it is not as it should be, with what is wrong
   */
  void take(String line, BiConsumer<OffsetKey, StoredOffset> offsets);

  /**
   * The text ended.
   *
   * @throws IllegalArgumentException if it ended too early
   */
  void end();
}
