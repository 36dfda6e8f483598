package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.simple.SimpleLogger;

/** A running {@link OffsetWriter}. One thread. */
final class WriterProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private WriterProcess(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  static WriterProcess start(
      String mode, OffsetLayout layout, Path folder, int partition, long syncMillis)
      throws IOException {
    return start(List.of(), mode, layout, folder, partition, syncMillis);
  }

  static WriterProcess start(
      List<String> prefix,
      String mode,
      OffsetLayout layout,
      Path folder,
      int partition,
      long syncMillis)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx32m"));
    command.addAll(List.of("-Xshare:auto", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    command.add("-cp");
    command.add(classPath().stream().map(Path::toString).collect(Collectors.joining(":")));
    command.add(OffsetWriter.class.getName());
    command.addAll(List.of(mode, layout.name(), folder.toString()));
    command.addAll(List.of("" + partition, "" + syncMillis));
    return new WriterProcess(new ProcessBuilder(command).start());
  }

  /** Where the classes of the writer and of what it uses are. */
  private static List<Path> classPath() {
    return Stream.of(
            OffsetWriter.class,
            FileOffsetStore.class,
            OffsetStore.class,
            TopicPartition.class,
            Logger.class,
            SimpleLogger.class)
        .map(WriterProcess::location)
        .distinct()
        .toList();
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  long pid() {
    return process.pid();
  }

  /** The next line, or null at the end. */
  @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** The number at the end of the next line, which has to begin so; 0 for "none". */
  long number(String beginning) throws IOException {
    String line = line();
    assertThat(line).startsWith(beginning + " ");
    String number = String.valueOf(line).substring(beginning.length() + 1);
    return number.equals("none") ? 0 : Long.parseLong(number);
  }

  /** What it logged, once it is gone. */
  String log() throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Kills it as {@code kill -9} does and waits until it is gone. */
  void kill() {
    // By its handle: Process.destroyForcibly would close the output that is still to be read.
    process.toHandle().destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
