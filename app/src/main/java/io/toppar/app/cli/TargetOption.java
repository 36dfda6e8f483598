package io.toppar.app.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command that changes offsets: in a folder, or at brokers. */
final class TargetOption {

  @Option(
      names = "--offsets",
      paramLabel = "DIR",
      description = "The folder of the offsets, as consume --offsets.")
  private @Nullable Path folder;

  @Option(
      names = "--layout",
      paramLabel = "files|journal",
      description =
          "How they are kept there; found out where it is not given, files in a new folder.")
  private @Nullable String layout;

  @Mixin private GroupOption brokers = new GroupOption();

  /** Opens what was named, for changes; {@code group} is the one that was given, or null. */
  StoreSession open(@Nullable String group) {
    ClusterOptions cluster = cluster(group);
    if (cluster != null) {
      return GroupOffsets.session(cluster.configuration().build());
    }
    OffsetsFolder target = folder();
    return target.open(
        target.layout(layout == null ? null : OffsetsFolder.parseLayout("--layout", layout)));
  }

  /** Refuses what could not be opened, before anything is read. */
  void check(@Nullable String group) {
    if (cluster(group) == null) {
      folder();
    }
  }

  /** The cluster that was named, or null where a folder was. */
  @Nullable ClusterOptions cluster(@Nullable String group) {
    ClusterOptions cluster = brokers.cluster(folder != null, group);
    if (cluster != null && layout != null) {
      throw CommandException.usage("--layout: brokers have none; leave it out");
    }
    return cluster;
  }

  OffsetsFolder folder() {
    return OffsetsFolder.of("--offsets", folder == null ? Path.of("") : folder);
  }

  /** How a message names it. */
  String named(@Nullable String group) {
    return folder != null ? folder.toString() : "group " + group;
  }
}
