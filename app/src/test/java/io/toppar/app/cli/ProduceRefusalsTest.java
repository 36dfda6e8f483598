package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code produce} refuses before it touches anything. */
class ProduceRefusalsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-c -1 | -c: -1 is negative",
        "-p -1 | -p: -1 is negative",
        "-p x | 'x' is not an int",
        "-p 0 -J --same-partitions | -p and --same-partitions contradict",
        "--same-partitions | --same-partitions: only with -J",
        "-J -K : | -J: a line says all of its message; leave -K, -k and -D out",
        "-J -k key | -J: a line says all of its message; leave -K, -k and -D out",
        "-J -D ; | -J: a line says all of its message; leave -K, -k and -D out",
        "-J -Z | -J: a line says all of its message; leave -Z, -H and --whole-files out",
        "-J -H a=b | -J: a line says all of its message; leave -Z, -H and --whole-files out",
        "-J --whole-files | -J: a line says all of its message; leave -Z, -H and --whole-files out",
        "--whole-files -D ; | --whole-files: a file is a message as it is",
        "--whole-files -K : | --whole-files: a file is a message as it is",
        "--whole-files -l | --whole-files: a file is a message as it is",
        "-K '' | -K: the delimiter is empty",
        "-K \\q | -K: '\\q' is not an escape",
        "-D \\x1 | -D: '\\x1' needs two hexadecimal digits",
        "-H =v | -H: '=v' has no name; give NAME=VALUE or NAME",
        "-H '' | -H: '' has no name",
        "-X max.block.ms=0 | max.block.ms: this command waits for room until there is some",
        "-X max.block.ms=60000 | leave it out",
        "-z lz5 | -z: 'lz5' is no codec; there are none, gzip, snappy, lz4, zstd",
      })
  void wrongOptionsAreRefusedWithWhatToDo(String options, String said) {
    List<String> words = new ArrayList<>(List.of("produce", "-b", "127.0.0.1:1", "-t", "t"));
    for (String word : options.split(" ", -1)) {
      words.add(word.equals("''") ? "" : word);
    }

    assertThat(Refusals.of(ExitCodes.USAGE, words.toArray(String[]::new))).contains(said);
  }
}
