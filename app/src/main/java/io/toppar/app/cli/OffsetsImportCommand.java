package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code toppar offsets import}: stores offsets that come from somewhere else. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = "Stores offsets from a file, from standard input or from a folder.",
    footer = {
      "",
      "It takes what export prints; Kafka's checkpoint files, as replication-offset-checkpoint,"
          + " recovery-point-offset-checkpoint and cleaner-offset-checkpoint; and a folder of"
          + " offsets, librdkafka's too. The source is read whole first: of one that is not as it"
          + " should be nothing is stored. Offsets that are there already are replaced. With -b they are committed for --group, which must"
          + " have no live members.",
      "Exit status: 0 all stored, in a folder on the disk; 1 nothing stored, or not all, each told; 2 wrong"
          + " options."
    })
final class OffsetsImportCommand implements Callable<Integer> {

  @Mixin private TargetOption target = new TargetOption();

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "Store all of them for this group, whatever the source says.")
  private @Nullable String group;

  @Option(
      names = "-t",
      paramLabel = "TOPIC",
      description =
          "Only this topic; also says whose a file is that could be another's, as orders-2-0.offset.")
  private @Nullable String topic;

  @Parameters(paramLabel = "FILE|DIR|-", description = "Where they come from.")
  private String source = "";

  @Override
  public Integer call() {
    target.check(KeyOptions.checkedGroup(group));
    Map<OffsetKey, StoredOffset> offsets = OffsetImport.read(source, topic, group);
    Map<OffsetKey, String> failures;
    try (StoreSession session = target.open(group)) {
      failures = session.store(kept(offsets, session));
    }
    failures.values().forEach(detail -> Terminal.tell("toppar: " + detail));
    Terminal.tell(
        "% "
            + Counted.of(offsets.size() - failures.size(), "offset")
            + " stored in "
            + target.named(group));
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  /** As much of them as the store keeps; what it does not is told. */
  private static Map<OffsetKey, StoredOffset> kept(
      Map<OffsetKey, StoredOffset> offsets, StoreSession session) {
    Map<OffsetKey, StoredOffset> kept = new LinkedHashMap<>();
    int epochs = 0;
    int metadata = 0;
    for (Map.Entry<OffsetKey, StoredOffset> entry : offsets.entrySet()) {
      StoredOffset offset = entry.getValue();
      boolean dropsEpoch = offset.leaderEpoch() >= 0 && !session.keepsLeaderEpoch();
      boolean dropsMetadata = !offset.metadata().isEmpty() && !session.keepsMetadata();
      epochs += dropsEpoch ? 1 : 0;
      metadata += dropsMetadata ? 1 : 0;
      kept.put(
          entry.getKey(),
          new StoredOffset(
              offset.offset(),
              dropsEpoch ? -1 : offset.leaderEpoch(),
              dropsMetadata ? "" : offset.metadata()));
    }
    tellDropped(epochs, "leader epoch");
    tellDropped(metadata, "metadata text");
    return kept;
  }

  private static void tellDropped(int count, String what) {
    if (count > 0) {
      Terminal.tell(
          "% not kept, as offset files hold the offset alone: " + Counted.of(count, what));
    }
  }
}
