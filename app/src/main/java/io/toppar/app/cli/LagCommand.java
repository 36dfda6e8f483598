package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.TopparException;
import io.toppar.app.config.Configuration;
import io.toppar.app.json.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar lag}: how far stored offsets are behind the ends of their partitions. */
@Command(
    name = "lag",
    mixinStandardHelpOptions = true,
    description = "Shows how far stored offsets are behind the ends of their partitions.",
    footer = {
      "",
      "LAG is END minus OFFSET. It counts offsets, not records: after compaction, and with the"
          + " markers of transactions, there are fewer records to read, perhaps none. END is the last"
          + " stable offset, which a reader of committed records can reach; with -X"
          + " isolation.level=read_uncommitted the high watermark. A dash (null in JSON) is what is"
          + " not known. An offset past the end has no lag: a log was cut, or a topic made again.",
      "A folder is read without a lock, also while a client runs. Without -t it is all partitions"
          + " that have an offset; with it, all partitions of the topic.",
      "Exit status: 0 shown; 1 no answer, or a partition in trouble, which hides no other; 2 wrong"
          + " options; 130 and 143 ended by a signal."
    })
final class LagCommand implements Callable<Integer> {

  private static final int DEFAULT_SECONDS = 5;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--offsets",
      paramLabel = "DIR",
      description = "The folder of the offsets, as consume --offsets, or a single offset file.")
  private @Nullable Path folder;

  @Option(names = "-t", paramLabel = "TOPIC", description = "Only this topic.")
  private @Nullable String topic;

  @Option(
      names = "--group",
      paramLabel = "G",
      description =
          "The group whose offsets brokers keep; with --offsets, only the files of this group.")
  private @Nullable String group;

  @Option(names = "--watch", description = "Show it again and again, until ended.")
  private boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      description = "The time between two with --watch; " + DEFAULT_SECONDS + " if not given.")
  private @Nullable Integer interval;

  @Option(
      names = "-J",
      description = "One JSON object per line and partition, then one with the total.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    KeyChoice choice = new KeyChoice(topic, KeyOptions.checkedGroup(group));
    int seconds = seconds();
    Configuration configuration = cluster.configuration().build();
    CountDownLatch asked = new CountDownLatch(1);
    try (Interrupt interrupt = Interrupt.install();
        Consumer consumer = Clients.consumer(configuration);
        LagSource source = source(choice, configuration)) {
      interrupt.onAsked(() -> end(asked, source, consumer));
      boolean whole = show(source.read(consumer));
      while (watch && !asked.await(seconds, TimeUnit.SECONDS)) {
        showAgain(source, consumer, asked);
      }
      return whole || watch ? ExitCodes.OK : ExitCodes.FAILED;
    } catch (TopparException | CommandException e) {
      if (asked.getCount() == 0) {
        return ExitCodes.OK;
      }
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCodes.FAILED;
    }
  }

  /** Ends whatever is waited for. */
  private static void end(CountDownLatch asked, LagSource source, Consumer consumer) {
    asked.countDown();
    source.abandon();
    consumer.close();
  }

  private LagSource source(KeyChoice choice, Configuration configuration) {
    if (folder != null) {
      return new FolderLag(folder, choice, cluster, configuration);
    }
    String of = choice.group();
    if (of == null) {
      throw CommandException.usage(
          "the lag of what? Give --offsets DIR for a folder, or --group G for what brokers keep");
    }
    return new GroupLag(of, topic, cluster, configuration, GroupOffsets.session(configuration));
  }

  private int seconds() {
    if (interval != null && !watch) {
      throw CommandException.usage("--interval: there is none without --watch; give that too");
    }
    if (interval != null && interval < 1) {
      throw CommandException.usage(
          "--interval: " + interval + " is not a number of seconds from 1");
    }
    return interval == null ? DEFAULT_SECONDS : interval;
  }

  /** One failure does not end the watching: the next time it may be well again. */
  private void showAgain(LagSource source, Consumer consumer, CountDownLatch asked)
      throws IOException {
    try {
      show(source.read(consumer));
    } catch (TopparException | CommandException e) {
      if (asked.getCount() > 0) {
        Terminal.tell("% " + e.getMessage());
      }
    }
  }

  /** Whether everything was known. */
  private boolean show(LagSource.Found found) throws IOException {
    print(found);
    found.hidden().forEach(line -> Terminal.tell("% " + line));
    if (found.report().rows().isEmpty()) {
      Terminal.tell("% there is no such offset");
    }
    return found.isWhole();
  }

  private void print(LagSource.Found found) throws IOException {
    LagReport report = found.report();
    Bytes out = new Bytes();
    if (json) {
      report.appendJson(out);
    } else {
      out.append(watch ? Instant.ofEpochMilli(report.timeMillis()) + "\n" : "");
      report.appendText(out);
    }
    if (watch && !json && Terminal.showsOutput()) {
      int below = found.hidden().size() + (report.rows().isEmpty() ? 1 : 0);
      String text = out.toString();
      out = new Bytes().append(Screen.now().painted(text, below));
    }
    out.drainTo(Terminal.out());
  }
}
