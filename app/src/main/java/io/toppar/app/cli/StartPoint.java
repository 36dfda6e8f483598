package io.toppar.app.cli;

import io.toppar.domain.Offsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where to begin and end reading, by kcat's {@code -o}.
 *
 * @param offset absolute, or logical (TAIL for {@code -N}), where no time is given
 * @param fromMillis begin at the first record at or after this time, or -1
 * @param untilMillis end before the first record at or after this time, or -1
 */
record StartPoint(long offset, long fromMillis, long untilMillis) {

  private static final String FORMS = "beginning, end, stored, N, -N, s@MILLIS or e@MILLIS";

  /** Reads the options in the order given; {@code otherwise} holds where none names a start. */
  static StartPoint parse(@Nullable List<String> options, long otherwise) {
    StartPoint point = new StartPoint(otherwise, -1, -1);
    for (String option : options == null ? List.<String>of() : options) {
      point = point.with(option);
    }
    return point;
  }

  private StartPoint with(String option) {
    if (option.startsWith("s@")) {
      return new StartPoint(offset, number(option, option.substring(2)), untilMillis);
    }
    if (option.startsWith("e@")) {
      return new StartPoint(offset, fromMillis, number(option, option.substring(2)));
    }
    return new StartPoint(offset(option), -1, untilMillis);
  }

  private static long offset(String option) {
    return switch (option) {
      case "beginning" -> Offsets.BEGINNING;
      case "end" -> Offsets.END;
      case "stored" -> Offsets.STORED;
      default -> option.startsWith("-") ? tail(option) : number(option, option);
    };
  }

  private static long tail(String option) {
    long count = number(option, option.substring(1));
    return count == 0 ? Offsets.END : Offsets.tail(count);
  }

  private static long number(String option, String digits) {
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    try {
      if (plain) {
        return Long.parseLong(digits);
      }
    } catch (NumberFormatException e) {
      // Too many digits: refused below like everything else that is no offset.
    }
    throw CommandException.usage("-o: '" + option + "' is no offset; it takes " + FORMS);
  }
}
