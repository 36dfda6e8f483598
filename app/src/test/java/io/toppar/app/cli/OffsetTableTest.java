package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.fileoffsets.OffsetLayout;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Offsets as {@code show} prints them. */
class OffsetTableTest {

  private static final FoundOffset PLAIN =
      new FoundOffset(
          List.of(new OffsetKey(new TopicPartition("orders", 0), null)),
          StoredOffset.of(42),
          OffsetLayout.FILES,
          Path.of("d", "orders-0.offset"));
  private static final FoundOffset ODD =
      new FoundOffset(
          List.of(new OffsetKey(new TopicPartition("t", 10), "g\033[2J")),
          new StoredOffset(7, 3, "two\nlines \u00e9"),
          OffsetLayout.JOURNAL,
          Path.of("d", "toppar.journal"));
  private static final FoundOffset AMBIGUOUS =
      new FoundOffset(
          List.of(
              new OffsetKey(new TopicPartition("t-1", 2), "g"),
              new OffsetKey(new TopicPartition("t", 1), "2-g")),
          StoredOffset.of(5),
          OffsetLayout.FILES,
          Path.of("d", "t-1-2-g.offset"));

  @Test
  void theTableIsAlignedAndSafeForATerminal() {
    Bytes out = new Bytes();
    OffsetTable.of(List.of(PLAIN, ODD, AMBIGUOUS)).appendTo(out);

    assertThat(out.toString().lines())
        .containsExactly(
            "TOPIC   PARTITION  GROUP  OFFSET  EPOCH  METADATA     FILE",
            "orders          0  -          42      -  -            orders-0.offset",
            "t              10  g?[2J       7      3  two?lines \u00e9  toppar.journal",
            "?               ?  ?           5      -  -            t-1-2-g.offset");
  }

  @Test
  void theJsonHoldsEverythingAsItIs() {
    Bytes out = new Bytes();
    OffsetLines.append(PLAIN, out);
    OffsetLines.append(ODD, out);
    OffsetLines.append(AMBIGUOUS, out);
    OffsetLines.append(
        new FolderProblem(FolderProblem.Kind.NO_OFFSET, Path.of("f"), "f is \"empty\""), out);

    assertThat(out.toString().lines())
        .containsExactly(
            "{\"topic\":\"orders\",\"partition\":0,\"group\":null,\"offset\":42,"
                + "\"leader_epoch\":null,\"metadata\":\"\",\"layout\":\"files\","
                + "\"file\":\"d/orders-0.offset\"}",
            "{\"topic\":\"t\",\"partition\":10,\"group\":\"g\\u001B[2J\",\"offset\":7,"
                + "\"leader_epoch\":3,\"metadata\":\"two\\nlines \u00e9\",\"layout\":\"journal\","
                + "\"file\":\"d/toppar.journal\"}",
            "{\"topic\":null,\"partition\":null,\"group\":null,\"candidates\":["
                + "{\"topic\":\"t-1\",\"partition\":2,\"group\":\"g\"},"
                + "{\"topic\":\"t\",\"partition\":1,\"group\":\"2-g\"}],\"offset\":5,"
                + "\"leader_epoch\":null,\"metadata\":\"\",\"layout\":\"files\","
                + "\"file\":\"d/t-1-2-g.offset\"}",
            "{\"problem\":\"no_offset\",\"file\":\"f\",\"detail\":\"f is \\\"empty\\\"\"}");
  }
}
