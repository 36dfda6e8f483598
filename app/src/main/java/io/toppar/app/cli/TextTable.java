package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as their widest cell, numbers to the right. One thread. */
final class TextTable {

  private static final String GAP = "  ";

  private final String[] head;
  private final boolean[] right;
  private final int[] widths;
  private final List<String[]> rows = new ArrayList<>();

  /** A table with these headings; one that begins with {@code >} is of numbers. */
  TextTable(String... headings) {
    head = new String[headings.length];
    right = new boolean[headings.length];
    widths = new int[headings.length];
    for (int i = 0; i < headings.length; i++) {
      right[i] = headings[i].startsWith(">");
      head[i] = headings[i].substring(right[i] ? 1 : 0);
      widths[i] = head[i].length();
    }
  }

  /** Adds a row. What would move the cursor of a terminal is shown as a question mark. */
  void add(String... cells) {
    String[] row = new String[head.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = printable(cells[i]);
      widths[i] = Math.max(widths[i], length(row[i]));
    }
    rows.add(row);
  }

  static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e]", "?");
  }

  void appendTo(Bytes out) {
    append(head, out);
    rows.forEach(row -> append(row, out));
  }

  private void append(String[] row, Bytes out) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String padding = " ".repeat(widths[i] - length(row[i]));
      line.append(i == 0 ? "" : GAP).append(right[i] ? padding + row[i] : row[i] + padding);
    }
    out.append(line.toString().stripTrailing()).append("\n");
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
