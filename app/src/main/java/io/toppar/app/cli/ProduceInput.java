package io.toppar.app.cli;

import io.toppar.app.config.Configuration;
import io.toppar.app.config.ProducerKeys;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code produce} that say what its input is and how it becomes messages. */
final class ProduceInput {

  /** A byte may take six characters in a JSON line, and a line says more than the message. */
  private static final int JSON_GROWTH = 6;

  private static final int JSON_FRAME = 4_096;

  @Parameters(
      paramLabel = "FILE",
      description = "Files, or - for standard input, which is read if there are none.")
  private List<String> files = List.of();

  @Option(
      names = "-D",
      paramLabel = "DELIM",
      description =
          "What ends each message; a newline by default, and nothing if it is empty: then all of a"
              + " file is one. Knows \\n \\r \\t \\\\ \\xNN.")
  private @Nullable String delimiter;

  @Option(
      names = "-K",
      paramLabel = "DELIM",
      description =
          "What stands between key and value, where it comes first; a message without it has no"
              + " key. (For one key for all: -k.)")
  private @Nullable String keyDelimiter;

  @Option(
      names = "-k",
      paramLabel = "KEY",
      description = "The key of messages that have none of their own.")
  private @Nullable String key;

  @Option(
      names = "-H",
      paramLabel = "NAME=VALUE",
      description = "A header for every message; repeatable. NAME alone has the value null.")
  private List<String> headers = List.of();

  @Option(
      names = "-Z",
      description = "Keys and values that are empty are null; they stay empty without.")
  private boolean emptyIsNull;

  @Option(
      names = "-J",
      description =
          "Each line is a JSON object as consume -J prints it: key, payload, headers and time are"
              + " taken from it.")
  private boolean json;

  @Option(
      names = "--same-partitions",
      description =
          "With -J: into the partition that the line names. Without, the key says where, for the"
              + " topics may differ.")
  private boolean samePartitions;

  @Option(
      names = "--whole-files",
      description = "Each file is one message, byte for byte, not each line.")
  private boolean wholeFiles;

  @Option(
      names = "-l",
      description = "Read files line by line, as is done anyway; for kcat's sake.")
  private boolean lines;

  /** Whether the messages may name partitions. */
  boolean namesPartitions() {
    return samePartitions;
  }

  /** Refuses options that contradict one another. */
  private void check() {
    if (json && (keyDelimiter != null || key != null || delimiter != null)) {
      throw CommandException.usage("-J: a line says all of its message; leave -K, -k and -D out");
    }
    if (json && (emptyIsNull || wholeFiles || !headers.isEmpty())) {
      throw CommandException.usage(
          "-J: a line says all of its message; leave -Z, -H and --whole-files out");
    }
    if (samePartitions && !json) {
      throw CommandException.usage("--same-partitions: only with -J do messages name one");
    }
    if (wholeFiles && (delimiter != null || keyDelimiter != null || lines)) {
      throw CommandException.usage(
          "--whole-files: a file is a message as it is; leave -D, -K and -l out");
    }
    if (keyDelimiter != null && keyDelimiter.isEmpty()) {
      throw CommandException.usage("-K: the delimiter is empty; give one, or -k KEY for one key");
    }
  }

  /**
   * The input, checked and not opened yet.
   *
   * @param waiting how what is read waits for bytes
   */
  InputReader reader(
      Configuration settings, InputStream standardInput, UnaryOperator<InputStream> waiting) {
    check();
    InputReader.Splitter splitter = splitter(settings);
    return new InputReader(
        files, standardInput, (in, name) -> splitter.split(waiting.apply(in), name), format());
  }

  private InputReader.Splitter splitter(Configuration settings) {
    int longest = settings.value(ProducerKeys.MAX_REQUEST_SIZE);
    if (wholeFiles) {
      return (in, name) -> new WholePieces(in, longest, name);
    }
    if (json) {
      int longestLine =
          (int) Math.min(Integer.MAX_VALUE / 2, (long) JSON_GROWTH * longest + JSON_FRAME);
      return (in, name) -> new DelimitedPieces(in, new byte[] {'\n'}, longestLine, name);
    }
    byte[] end = Escapes.bytes("-D", delimiter == null ? "\\n" : delimiter);
    byte[] between = keyDelimiter();
    int longestPiece = longest + (between == null ? 0 : between.length);
    return (in, name) -> new DelimitedPieces(in, end, longestPiece, name);
  }

  private InputFormat format() {
    if (json) {
      return new JsonInput(samePartitions);
    }
    boolean hasKey = key != null && !(emptyIsNull && key.isEmpty());
    return new PlainInput(
        keyDelimiter(),
        hasKey ? String.valueOf(key).getBytes(StandardCharsets.UTF_8) : null,
        headers(),
        emptyIsNull);
  }

  private byte @Nullable [] keyDelimiter() {
    return keyDelimiter == null ? null : Escapes.bytes("-K", keyDelimiter);
  }

  private RecordHeaders headers() {
    HeaderList list = new HeaderList();
    for (String header : headers) {
      int equals = header.indexOf('=');
      if (equals == 0 || header.isEmpty()) {
        throw CommandException.usage("-H: '" + header + "' has no name; give NAME=VALUE or NAME");
      }
      list.add(
          Slice.of(equals < 0 ? header : header.substring(0, equals)),
          equals < 0 ? null : Slice.of(header.substring(equals + 1)));
    }
    return list;
  }
}
