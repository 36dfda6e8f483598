package io.toppar.app.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A terminal that the same text is painted on again and again, without flicker and without
 * scrolling: from its top, line over line, what is left of the last one erased. Immutable.
 *
 * <p>The cursor stays visible, so that nothing is to be put back however the program ends.
 *
 * @param rows its height, 0 where unknown
 * @param columns its width, 0 where unknown
 */
record Screen(int rows, int columns) {

  private static final String HOME = "\033[H";
  private static final String ERASE_LINE = "\033[K";
  private static final String ERASE_BELOW = "\033[J";
  private static final long PATIENCE_MILLIS = 1_000;

  /** The one of this process, as large as it is now; of unknown size if nobody can tell. */
  static Screen now() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroyForcibly();
        return new Screen(0, 0);
      }
      return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return new Screen(0, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Screen(0, 0);
    }
  }

  static Screen parse(String size) {
    String[] numbers = size.strip().split(" ", -1);
    return numbers.length == 2
            && numbers[0].matches("[0-9]{1,5}")
            && numbers[1].matches("[0-9]{1,5}")
        ? new Screen(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]))
        : new Screen(0, 0);
  }

  /**
   * What paints a text. Where it is too tall the lines before its last one are left out, with a
   * word; a line that is too wide is cut.
   *
   * @param below lines that will be printed below it
   */
  String painted(String text, int below) {
    StringBuilder out = new StringBuilder(HOME);
    for (String line : fitting(text.lines().toList(), below)) {
      out.append(ERASE_LINE).append(cut(line)).append('\n'); // behind a full line it takes a letter
    }
    return out.append(ERASE_BELOW).toString();
  }

  private List<String> fitting(List<String> lines, int below) {
    int room = Math.max(3, rows - 1 - below);
    if (rows == 0 || lines.size() <= room) {
      return lines;
    }
    List<String> some = new ArrayList<>(lines.subList(0, room - 2));
    int hidden = lines.size() - 1 - some.size();
    some.add("... " + hidden + " more; a taller screen, or -t TOPIC, shows them");
    some.add(lines.get(lines.size() - 1));
    return some;
  }

  private String cut(String line) {
    return columns == 0 || line.codePointCount(0, line.length()) <= columns
        ? line
        : line.substring(0, line.offsetByCodePoints(0, columns - 1)) + ">";
  }
}
