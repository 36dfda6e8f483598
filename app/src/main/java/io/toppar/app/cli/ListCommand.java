package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.app.json.Bytes;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicMetadata;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar list}: brokers, topics and partitions as the cluster tells them. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists brokers, topics, partitions, leaders, replicas and in-sync replicas.",
    footer = {"", "Exit status: 0 done; 1 no answer, or a topic with an error; 2 wrong options."})
final class ListCommand implements Callable<Integer> {

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "-t", paramLabel = "TOPIC", description = "Only this topic.")
  private @Nullable String topic;

  @Option(names = "-J", description = "As one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Configuration configuration = cluster.configuration().build();
    try (Consumer consumer = Clients.consumer(configuration)) {
      ClusterMetadata metadata =
          cluster.metadata(
              consumer::clusterMetadata, configuration, topic == null ? null : List.of(topic));
      MetadataListing listing = new MetadataListing(metadata, cluster.brokers(), topic);
      Bytes out = new Bytes();
      if (json) {
        listing.appendJson(out);
      } else {
        listing.appendText(out);
      }
      out.drainTo(Terminal.out());
      return topic != null && hasError(metadata) ? ExitCodes.FAILED : ExitCodes.OK;
    }
  }

  private static boolean hasError(ClusterMetadata metadata) {
    return metadata.topics().stream()
        .map(TopicMetadata::error)
        .anyMatch(error -> error != ErrorCode.NONE);
  }
}
