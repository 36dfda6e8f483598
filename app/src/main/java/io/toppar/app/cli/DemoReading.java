package io.toppar.app.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The second half of the demo: a reader is killed half way and another goes on from its files. */
final class DemoReading {

  private static final int TENTHS = 10;
  private static final int COMMIT_MILLIS = 50;
  private static final int FILES_SECONDS = 5;
  private static final int LOOK_AGAIN_MILLIS = 10;

  private final String brokers;
  private final String topic;
  private final int partitions;
  private final long written;
  private final Path offsets;
  private final BitSet[] seen;
  private long read;

  DemoReading(String brokers, String topic, int partitions, long written, Path offsets) {
    this.brokers = brokers;
    this.topic = topic;
    this.partitions = partitions;
    this.written = written;
    this.offsets = offsets;
    this.seen = IntStream.range(0, partitions).mapToObj(i -> new BitSet()).toArray(BitSet[]::new);
  }

  int run() {
    DemoCommand.say(
        "reading " + Counted.of(written, "record") + " with offset files in " + offsets);
    read(written / 2);
    long atKill = read;
    List<String> resumed = offsetFiles();
    String files = existingFiles();
    DemoCommand.say(
        "reader killed with SIGKILL after " + Counted.of(atKill, "record") + "; its offset files:");
    resumed.forEach(line -> DemoCommand.say("  " + line));
    DemoCommand.say("starting it again from the files");
    read(Long.MAX_VALUE);
    DemoCommand.say("per partition:");
    List<String> now = offsetFiles();
    for (int p = 0; p < partitions; p++) {
      DemoCommand.say(
          "  "
              + topic
              + "["
              + p
              + "]: "
              + Counted.of(seen[p].cardinality(), "record")
              + ", now "
              + now.get(p));
    }
    return verdict(files);
  }

  private int verdict(String files) {
    long distinct = IntStream.range(0, partitions).mapToLong(p -> seen[p].cardinality()).sum();
    long lost = written - distinct;
    DemoCommand.say(
        String.format(
            "demo %s: %d written, %d read, %d lost, %d read twice, resumed from %s",
            lost == 0 ? "ok" : "FAILED", written, read, lost, read - distinct, files));
    return lost == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  /** Runs a reader to the end, or until so many records have been read, and kills it then. */
  private void read(long killAt) {
    Process reader = startReader();
    try (BufferedReader lines = reader.inputReader(StandardCharsets.US_ASCII)) {
      boolean killed = false;
      StringBuilder line = new StringBuilder();
      for (int c = lines.read(); c >= 0; c = lines.read()) {
        if (c != '\n') {
          line.append((char) c);
          continue;
        }
        count(line.toString());
        line.setLength(0);
        if (!killed && read >= killAt) {
          awaitOffsetFiles();
          reader.toHandle().destroyForcibly();
          killed = true;
        }
      }
      int status = reader.waitFor();
      if (!killed && status != ExitCodes.OK) {
        throw CommandException.failed("the reader ended with status " + status);
      }
    } catch (IOException e) {
      throw CommandException.failed("the reader's output cannot be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted");
    } finally {
      reader.toHandle().destroyForcibly();
    }
  }

  /**
   * Waits until the files hold most of what was read: while we do not read on, the reader stands
   * still at the full pipe, but what it has written out is still committed by its interval.
   */
  private void awaitOffsetFiles() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(FILES_SECONDS);
    while (committed() < read / 2 && System.nanoTime() - deadline < 0) {
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  private long committed() {
    return IntStream.range(0, partitions)
        .mapToObj(this::content)
        .filter(content -> content.chars().allMatch(Character::isDigit) && !content.isEmpty())
        .mapToLong(Long::parseLong)
        .sum();
  }

  /** A line that a kill cut off has no end and is not counted. */
  private void count(String line) {
    int space = line.indexOf(' ');
    int partition = Integer.parseInt(line.substring(0, space));
    seen[partition].set(Integer.parseInt(line.substring(space + 1)));
    read++;
    if (read % Math.max(1, written / TENTHS) == 0) {
      DemoCommand.say("  " + read + " read, repeats included");
    }
  }

  private Process startReader() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("consume", "-b", brokers, "-t", topic, "-e", "-q", "-f", "%p %o\\n"));
    command.addAll(List.of("--offsets", offsets.toString()));
    command.addAll(List.of("-X", "auto.commit.interval.ms=" + COMMIT_MILLIS));
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw CommandException.failed("cannot start the reader: " + e.getMessage());
    }
  }

  private Path file(int partition) {
    return offsets.resolve(topic + "-" + partition + ".offset");
  }

  private String existingFiles() {
    return IntStream.range(0, partitions)
        .mapToObj(this::file)
        .filter(Files::exists)
        .map(file -> file.getFileName().toString())
        .collect(Collectors.joining(", "));
  }

  private List<String> offsetFiles() {
    return IntStream.range(0, partitions)
        .mapToObj(p -> file(p).getFileName() + ": " + content(p))
        .toList();
  }

  /** What an offset file holds, or in brackets why it holds nothing. */
  private String content(int partition) {
    try {
      Path file = file(partition);
      return Files.exists(file) ? Files.readString(file).strip() : "(not written yet)";
    } catch (IOException e) {
      return "(cannot be read: " + e.getMessage() + ")";
    }
  }
}
