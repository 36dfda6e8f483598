package io.toppar.app.cli;

import io.toppar.app.config.Configuration;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code toppar offsets delete}: forgets offsets. */
@Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    description = "Forgets an offset: the partition is read next by auto.offset.reset.",
    footer = {
      "",
      "With -b it is forgotten by the brokers, without -p of all partitions of the topic; live members"
          + " of --group must not be subscribed to the topic. A group without members may be gone"
          + " with its last offset.",
      "Exit status: 0 deleted, or nothing was stored; 1 not deleted, or not all, each told; 2 wrong"
          + " options."
    })
final class OffsetsDeleteCommand implements Callable<Integer> {

  @Mixin private TargetOption target = new TargetOption();

  @Mixin private KeyOptions options = new KeyOptions();

  @Override
  public Integer call() {
    ClusterOptions cluster = target.cluster(options.group());
    if (cluster != null) {
      return deleteAt(cluster, Objects.requireNonNull(options.group()));
    }
    OffsetKey key = options.key();
    OffsetsFolder from = target.folder();
    if (!Files.exists(from.path())) {
      throw CommandException.failed(from.path() + " does not exist; name a folder with offsets");
    }
    try (StoreSession session = target.open(key.group())) {
      if (session.load(key) == null) {
        tellNothing(KeyOptions.named(key));
      }
      orThrow(session.delete(List.of(key)));
    }
    return ExitCodes.OK;
  }

  private int deleteAt(ClusterOptions cluster, String group) {
    Integer partition = options.partition();
    if (partition == null) {
      return deleteAll(cluster, group);
    }
    OffsetKey key = new OffsetKey(new TopicPartition(options.topic(), partition), group);
    try (StoreSession session = target.open(group)) {
      if (session.load(key) == null) {
        tellNothing(KeyOptions.named(key));
      } else {
        orThrow(session.delete(List.of(key)));
      }
    }
    return ExitCodes.OK;
  }

  private int deleteAll(ClusterOptions cluster, String group) {
    Configuration configuration = cluster.configuration().build();
    GroupOffsets found = GroupOffsets.read(cluster, group, options.topic());
    if (found.offsets().isEmpty() && found.failures().isEmpty()) {
      tellNothing(options.topic() + " of group " + group);
      return ExitCodes.OK;
    }
    Map<OffsetKey, String> failures;
    try (StoreSession session = GroupOffsets.session(configuration)) {
      failures = session.delete(List.copyOf(found.offsets().keySet()));
    }
    failures.values().forEach(detail -> Terminal.tell("toppar: " + detail));
    found.failures().values().forEach(detail -> Terminal.tell("toppar: not deleted: " + detail));
    int deleted = found.offsets().size() - failures.size();
    Terminal.tell(
        "% "
            + Counted.of(deleted, "offset")
            + " of "
            + options.topic()
            + " deleted in group "
            + group);
    return failures.isEmpty() && found.failures().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static void tellNothing(String whose) {
    Terminal.tell("% no offset was stored for " + whose);
  }

  private static void orThrow(Map<OffsetKey, String> failures) {
    for (String detail : failures.values()) {
      throw CommandException.failed(detail);
    }
  }
}
