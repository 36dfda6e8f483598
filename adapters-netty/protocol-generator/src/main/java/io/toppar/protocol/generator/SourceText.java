package io.toppar.protocol.generator;

/** Java text that grows line by line and knows its indentation. */
final class SourceText {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  /** Adds lines at the current depth; an empty string is a blank line. */
  SourceText lines(String... lines) {
    for (String line : lines) {
      text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
    }
    return this;
  }

  /** Adds {@code line} and goes one deeper. */
  SourceText open(String line) {
    lines(line);
    depth++;
    return this;
  }

  /** Comes one back and adds {@code line}. */
  SourceText close(String line) {
    depth--;
    return lines(line);
  }

  /** Goes one deeper, after a line such as {@code } else {}. */
  SourceText deeper() {
    depth++;
    return this;
  }

  /** Adds a block of which only the first line's depth is to be set. */
  SourceText block(String block) {
    return lines(block.lines().toArray(String[]::new));
  }

  /** Opens an {@code if}, unless the condition is plainly true. */
  boolean openIf(String condition) {
    boolean asked = !condition.equals("true");
    if (asked) {
      open("if (" + condition + ") {");
    }
    return asked;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
