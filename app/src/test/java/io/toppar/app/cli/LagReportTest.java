package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lag as a table and as JSON. */
class LagReportTest {

  private static LagRow row(
      int partition, @Nullable Long offset, long start, long end, String trouble) {
    return new LagRow(
        new OffsetKey(new TopicPartition("orders", partition), partition == 0 ? null : "g"),
        offset == null ? null : StoredOffset.of(offset),
        trouble.isEmpty() ? 1 : -1,
        start,
        end,
        trouble);
  }

  private static final LagReport REPORT =
      new LagReport(
          1_700_000_000_123L,
          List.of(
              row(0, 40L, 0, 100, ""),
              row(1, 100L, 0, 100, ""),
              row(2, null, 0, 29, ""),
              row(3, 104L, 0, 100, ""),
              row(4, 5L, 20, 30, ""),
              row(5, 7L, -1, -1, "no leader")));

  @Test
  void theTableShowsDashesForWhatIsNotKnownAndSaysWhy() {
    Bytes out = new Bytes();
    REPORT.appendText(out);

    assertThat(out.toString().lines())
        .containsExactly(
            "TOPIC   PARTITION  GROUP  OFFSET  START  END  LAG  LEADER  NOTE",
            "orders          0  -          40      0  100   60       1",
            "orders          1  g         100      0  100    0       1",
            "orders          2  g           -      0   29    -       1",
            "orders          3  g         104      0  100    -       1  the offset is past the end",
            "orders          4  g           5     20   30   25       1"
                + "  the offset is before the log's start",
            "orders          5  g           7      -    -    -       -  no leader",
            "total lag 85 over 3 partitions, unknown of 3");
  }

  @Test
  void theJsonHasNullForWhatIsNotKnown() {
    Bytes out = new Bytes();
    REPORT.appendJson(out);

    assertThat(out.toString().lines())
        .hasSize(7)
        .contains(
            "{\"topic\":\"orders\",\"partition\":0,\"group\":null,\"offset\":40,\"log_start\":0,"
                + "\"end\":100,\"lag\":60,\"leader\":1,\"note\":null,\"time\":1700000000123}",
            "{\"topic\":\"orders\",\"partition\":5,\"group\":\"g\",\"offset\":7,\"log_start\":null,"
                + "\"end\":null,\"lag\":null,\"leader\":null,\"note\":\"no leader\","
                + "\"time\":1700000000123}")
        .endsWith("{\"total_lag\":85,\"partitions\":6,\"unknown\":3,\"time\":1700000000123}");
  }

  /** B163: no position is no lag, and not a number made of the mark for it. */
  @Test
  void withoutAnOffsetThereIsNoLag() {
    assertThat(row(2, null, 0, 29, "").lag()).isEmpty();
    assertThat(row(2, 3L, 0, -1, "").lag()).isEmpty();
  }

  /** B165: never negative. */
  @Test
  void anOffsetPastTheEndHasNoLag() {
    assertThat(row(3, 104L, 0, 100, "").lag()).isEmpty();
    assertThat(row(3, 100L, 0, 100, "").lag()).hasValue(0);
  }

  /** B172: a distance of offsets, which drops at once over gaps. */
  @Test
  void theLagOfACompactedLogIsADistanceOfOffsets() {
    assertThat(row(0, 0L, 0, 9_000_001, "").lag()).hasValue(9_000_001);
    assertThat(row(0, 9_000_001L, 0, 9_000_001, "").lag()).hasValue(0);
  }
}
