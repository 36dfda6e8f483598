package io.toppar.app.cli;

import io.toppar.app.config.Configuration;
import io.toppar.app.config.ProducerKeys;
import io.toppar.ports.Compression.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar produce}: sends lines, files or JSON lines to a topic. */
@Command(
    name = "produce",
    mixinStandardHelpOptions = true,
    description = "Sends what it reads to a topic: a message for each line, file or JSON line.",
    footer = {
      "",
      "Examples:",
      "  toppar produce -b localhost:9092 -t lines -z lz4 README.md",
      "  printf 'k1:v1\\nk2:\\n' | toppar produce -b localhost:9092 -t lines -K : -Z",
      "  toppar produce -b localhost:9092 -t files --whole-files *.json",
      "  toppar consume -b localhost:9092 -t from -e -q -J | toppar produce -b localhost:9092 -t to -J",
      "",
      "An empty line is an empty message, and a last line needs no newline. Nothing is lost or"
          + " sent twice by retries unless -X says so (acks, enable.idempotence).",
      "",
      "Exit status: 0 everything was delivered; 1 something was not, or the input ended in an"
          + " error; 2 wrong options; 130 and 143 ended by a signal, what was read being delivered."
    })
final class ProduceCommand implements Callable<Integer> {

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "-t", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Option(
      names = "-p",
      paramLabel = "N",
      description = "The partition. Without it the key says which, as with the Java client.")
  private @Nullable Integer partition;

  @Mixin private ProduceInput input = new ProduceInput();

  @Option(
      names = "-z",
      paramLabel = "CODEC",
      description = "Compress: none, gzip, snappy, lz4 or zstd.")
  private @Nullable String codec;

  @Option(names = "-T", description = "Write what is sent to standard output, too, as it was read.")
  private boolean tee;

  @Mixin private CountOption count = new CountOption();

  @Option(names = "-q", description = "Say nothing on standard error but errors.")
  private boolean quiet;

  @Override
  public Integer call() {
    long most = count.most();
    if (partition != null && partition < 0) {
      throw CommandException.usage("-p: " + partition + " is negative; give a partition");
    }
    if (partition != null && input.namesPartitions()) {
      throw CommandException.usage("-p and --same-partitions contradict; give only one of them");
    }
    ProducePlan plan =
        new ProducePlan(topic, partition == null ? InputMessage.NONE : partition, most, tee, quiet);
    Configuration settings = configuration();
    ProduceRun run = new ProduceRun(settings, cluster, plan);
    return run.run(input.reader(settings, System.in, run::waiting));
  }

  private Configuration configuration() {
    Configuration.Builder settings = cluster.configuration();
    if (codec != null) {
      settings.setBy("-z", ProducerKeys.COMPRESSION_TYPE, codec(codec));
    }
    if (settings.build().isGiven(ProducerKeys.MAX_BLOCK_MS)) {
      throw CommandException.usage(
          "max.block.ms: this command waits for room until there is some, or until a signal ends it;"
              + " leave it out");
    }
    return settings.set(ProducerKeys.MAX_BLOCK_MS, ProduceRun.TURN_MILLIS).build();
  }

  private static Codec codec(String name) {
    return Arrays.stream(Codec.values())
        .filter(codec -> codec.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.usage(
                    "-z: '"
                        + name
                        + "' is no codec; there are "
                        + String.join(
                            ", ",
                            List.of(Codec.values()).stream()
                                .map(codec -> codec.name().toLowerCase(Locale.ROOT))
                                .toList())));
  }
}
