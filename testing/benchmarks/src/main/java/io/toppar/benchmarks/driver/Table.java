package io.toppar.benchmarks.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table in Markdown, as docs/benchmarks.md holds them. */
final class Table {

  private final List<String> heads = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  /** A column: a number for a subject. */
  private interface Column {
    String cell(String subject);
  }

  /** The value of a column for a subject. */
  interface Value {
    double of(String subject);
  }

  Table(String subjects) {
    heads.add(subjects);
  }

  /** Adds a column with so many digits behind the point. */
  Table column(String head, int digits, Value value) {
    heads.add(head);
    columns.add(subject -> cell(digits, value.of(subject)));
    return this;
  }

  private static String cell(int digits, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** The table with a line for each subject. */
  String of(Iterable<String> subjects) {
    StringBuilder text = new StringBuilder();
    line(text, heads);
    line(text, Collections.nCopies(heads.size(), "---"));
    for (String subject : subjects) {
      List<String> cells = new ArrayList<>(List.of(subject));
      columns.forEach(column -> cells.add(column.cell(subject)));
      line(text, cells);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
