package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ClusterMetadata;
import java.nio.file.Path;
import java.util.List;

/** The lag of the offsets in a folder, read anew each time. One thread. */
final class FolderLag implements LagSource {

  private final Path folder;
  private final KeyChoice choice;
  private final ClusterOptions cluster;
  private final Configuration configuration;

  FolderLag(Path folder, KeyChoice choice, ClusterOptions cluster, Configuration configuration) {
    this.folder = folder;
    this.choice = choice;
    this.cluster = cluster;
    this.configuration = configuration;
  }

  @Override
  public Found read(Consumer consumer) {
    FolderPositions positions = new FolderPositions(folder, choice);
    List<String> hidden = positions.hidden().stream().map(KeyChoice::described).toList();
    if (positions.topics().isEmpty()) {
      return new Found(new LagReport(System.currentTimeMillis(), List.of()), hidden);
    }
    ClusterMetadata metadata =
        cluster.metadata(consumer::clusterMetadata, configuration, List.copyOf(positions.topics()));
    LagReading reading = new LagReading(consumer, metadata, ClusterOptions.patience(configuration));
    return new Found(reading.report(positions.with(reading::partitions)), hidden);
  }

  @Override
  public void abandon() {
    // A folder does not keep anybody waiting.
  }

  @Override
  public void close() {
    // Nothing is held between two readings.
  }
}
