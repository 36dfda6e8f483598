package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that people watch while records go by. */
class ProgressTest {

  private static final long SECOND = 1_000_000_000L;

  private long now = Long.MAX_VALUE - SECOND;
  private final List<String> shown = new ArrayList<>();

  private Progress progress(boolean watched) {
    return new Progress(
        watched,
        () -> now,
        new Progress.Line() {
          @Override
          public void show(String line) {
            shown.add(line);
          }

          @Override
          public void leave() {
            shown.add("left");
          }
        });
  }

  @Test
  void itIsDrawnOnceASecondAndLeftAtTheEnd() {
    Progress progress = progress(true);
    for (int i = 0; i < 25; i++) {
      progress.count(100_000);
      now += SECOND / 10;
      progress.draw();
    }
    progress.end();
    progress.end();

    assertThat(shown)
        .containsExactly(
            "10 records, 1,000,000 bytes, 1.00 s, 10 records/s, 1.0 MB/s",
            "20 records, 2,000,000 bytes, 2.00 s, 10 records/s, 1.0 MB/s",
            "left");
  }

  @Test
  void nothingIsDrawnWhereNobodyWatchesOrBeforeASecondIsOver() {
    Progress unseen = progress(false);
    Progress young = progress(true);
    now += SECOND - 1;
    young.draw();
    young.end();
    now += SECOND;
    unseen.draw();
    unseen.end();

    assertThat(shown).isEmpty();
  }

  @Test
  void oneIsNotMany() {
    Progress progress = progress(false);
    progress.count(1);
    now += SECOND;

    assertThat(progress.report()).isEqualTo("1 record, 1 byte, 1.00 s, 1 records/s, 0.0 MB/s");
  }
}
