package io.toppar.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a terminal shows after some output: it wraps, scrolls, and knows three escape sequences. */
final class PaintedScreen {

  private final int columns;
  private final List<char[]> rows = new ArrayList<>();
  private int row;
  private int column;
  private int scrolled;

  PaintedScreen(int height, int columns, String output) {
    this.columns = columns;
    for (int i = 0; i < height; i++) {
      rows.add(blank());
    }
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      if (c == '\033') {
        int end = i + 2;
        while (end < output.length() && !Character.isLetter(output.charAt(end))) {
          end++;
        }
        if (end < output.length()) {
          escape(output.charAt(end));
        }
        i = end;
      } else {
        print(c);
      }
    }
  }

  /** Its lines, without the blanks at their ends. */
  List<String> lines() {
    return rows.stream().map(each -> new String(each).stripTrailing()).toList();
  }

  /** How many lines have left it at the top. */
  int scrolled() {
    return scrolled;
  }

  private void escape(char command) {
    switch (command) {
      case 'H' -> {
        row = 0;
        column = 0;
      }
      case 'K' -> Arrays.fill(rows.get(row), Math.min(column, columns - 1), columns, ' ');
      case 'J' -> {
        Arrays.fill(rows.get(row), Math.min(column, columns - 1), columns, ' ');
        for (int i = row + 1; i < rows.size(); i++) {
          rows.set(i, blank());
        }
      }
      default -> throw new AssertionError("this terminal knows no escape ..." + command);
    }
  }

  private void print(char c) {
    if (c == '\r') {
      column = 0;
    } else if (c == '\n') {
      down();
    } else {
      if (column == columns) {
        column = 0;
        down();
      }
      rows.get(row)[column++] = c;
    }
  }

  private void down() {
    if (row < rows.size() - 1) {
      row++;
    } else {
      rows.remove(0);
      rows.add(blank());
      scrolled++;
    }
  }

  private char[] blank() {
    char[] line = new char[columns];
    Arrays.fill(line, ' ');
    return line;
  }
}
