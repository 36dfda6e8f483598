package io.toppar.app.cli;

import io.toppar.app.config.Configuration;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.app.config.OffsetStoreMethod;
import io.toppar.domain.Offsets;
import io.toppar.domain.ResetPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar consume}: reads partitions and prints their records. */
@Command(
    name = "consume",
    mixinStandardHelpOptions = true,
    description = "Reads partitions of a topic and prints their records.",
    footer = {
      "",
      "Exit status: 0 the end, the count, a closed pipe; 1 reading failed or ended early; 2 wrong"
          + " options; 130 and 143 ended by a signal, offsets stored.",
      "A script's background job (&) ignores SIGINT: end it with SIGTERM, as kill does."
    })
final class ConsumeCommand implements Callable<Integer> {

  private static final int COMMIT_INTERVAL_MILLIS = 1_000;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "-t", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Option(names = "-p", paramLabel = "N", description = "A partition; repeatable. All without it.")
  private List<Integer> partitions = List.of();

  @Option(
      names = "-o",
      paramLabel = "OFFSET",
      description = {
        "Where to start: beginning (the default), end, stored (the default where offsets are kept), N, -N (that many"
            + " offsets before the end, which after compaction or transactions are fewer records),"
            + " s@MILLIS (from this time on). e@MILLIS ends before this time. Repeatable, for a start"
            + " and an end. An offset outside of the log goes where auto.offset.reset says: earliest."
      })
  private List<String> offsets = List.of();

  @Option(
      names = "-e",
      description = "End each partition at the first end seen; follow it for ever without.")
  private boolean exitAtEnd;

  @Mixin private CountOption count = new CountOption();

  @ArgGroup private OutputOptions output = new OutputOptions();

  @Option(
      names = "-D",
      paramLabel = "DELIM",
      description = "What follows each value; a newline by default. Knows \\n \\r \\t \\\\ \\xNN.")
  private String delimiter = "\\n";

  @Option(names = "-Z", description = "Print NULL for keys and values that are null.")
  private boolean showNull;

  @Option(names = "-q", description = "Say nothing on standard error but errors.")
  private boolean quiet;

  @Option(
      names = "--offsets",
      paramLabel = "DIR",
      description = "Keep offsets in files in this folder, and start from them.")
  private @Nullable Path offsetsFolder;

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description =
          "The group whose offsets they are: part of the files' names with --offsets, or with -X"
              + " offset.store.method=broker the group in which brokers keep them.")
  private @Nullable String group;

  /** The ways to print, of which one is chosen. */
  static final class OutputOptions {

    @Option(
        names = "-f",
        paramLabel = "FORMAT",
        description =
            "%%t topic, %%p partition, %%o offset, %%k key, %%K its length (-1 null), %%s value, %%S"
                + " its length, %%R the same as 4 bytes big-endian, %%T time in milliseconds, %%h"
                + " headers a=b,c=NULL, %%%% percent; \\n \\r \\t \\\\ \\xNN.")
    @Nullable String format;

    @Option(names = "-J", description = "One JSON object per line.")
    boolean json;

    @Option(names = "--discard", description = "Print no record; report the rate at the end.")
    boolean discard;
  }

  @Override
  public Integer call() {
    long most = count.most();
    if (offsetsFolder != null && offsetsFolder.toString().isEmpty()) {
      throw CommandException.usage("--offsets: the name of the folder is empty; give one");
    }
    if (group != null && group.isBlank()) {
      throw CommandException.usage("--group: the name of the group is empty; give one");
    }
    Configuration.Builder given = given();
    OffsetStoreMethod method = given.build().value(ConsumerKeys.OFFSET_STORE_METHOD);
    if (group != null && method == OffsetStoreMethod.NONE) {
      throw CommandException.usage(
          "--group: nothing is stored for a group without --offsets DIR or -X"
              + " offset.store.method=broker; give one of them");
    }
    boolean continues = offsetsFolder != null || method == OffsetStoreMethod.BROKER;
    StartPoint start = StartPoint.parse(offsets, continues ? Offsets.STORED : Offsets.BEGINNING);
    if (start.offset() == Offsets.STORED && method == OffsetStoreMethod.NONE) {
      throw CommandException.usage(
          "-o stored: nothing is stored without --offsets DIR, or --group GROUP and -X"
              + " offset.store.method=broker; give it");
    }
    Configuration settings = configuration(given, continues, start);
    ConsumePlan plan =
        new ConsumePlan(
            topic,
            partitions.stream().distinct().sorted().toList(),
            start,
            exitAtEnd,
            most,
            settings.value(ConsumerKeys.OFFSET_STORE_METHOD) != OffsetStoreMethod.NONE,
            quiet);
    return new ConsumeRun(settings, cluster, plan, formats()).run();
  }

  private RecordFormats formats() {
    if (output.json) {
      return RecordFormats.JSON;
    }
    if (output.discard) {
      return RecordFormats.DISCARD;
    }
    RecordFormat format =
        output.format == null
            ? new ValueFormat(Escapes.bytes("-D", delimiter), showNull)
            : new PatternFormat(output.format, showNull);
    return leaders -> format;
  }

  /** What was asked for, where offsets are kept included. */
  private Configuration.Builder given() {
    Configuration.Builder settings = cluster.configuration();
    if (offsetsFolder != null) {
      settings
          .setBy("--offsets", ConsumerKeys.OFFSET_STORE_METHOD, OffsetStoreMethod.FILE)
          .setBy("--offsets", ConsumerKeys.OFFSET_STORE_PATH, offsetsFolder.toString());
    }
    if (group != null) {
      settings.setBy("--group", ConsumerKeys.GROUP_ID, group);
    }
    return settings;
  }

  private Configuration configuration(
      Configuration.Builder settings, boolean continues, StartPoint start) {
    settings
        .setDefault(ConsumerKeys.AUTO_OFFSET_RESET, ResetPolicy.EARLIEST)
        .set(ConsumerKeys.ENABLE_PARTITION_EOF, exitAtEnd || start.untilMillis() >= 0)
        .set(ConsumerKeys.ENABLE_AUTO_OFFSET_STORE, false);
    if (continues) {
      settings.setDefault(ConsumerKeys.AUTO_COMMIT_INTERVAL_MS, COMMIT_INTERVAL_MILLIS);
    }
    return settings.build();
  }
}
