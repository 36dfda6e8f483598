package io.toppar.domain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The topics that a list names, taken as names and as expressions: an element whose topic begins
 * with ^ is a regular expression to be found in a topic's name, any other is the name itself.
 *
 * <p>A snapshot of the list, immutable, any thread. An expression that is not valid matches nothing
 * and is listed by {@link #invalid()}.
 */
public final class TopicPatterns {

  /** How a topic was matched. */
  public enum Match {
    /** Not at all. */
    NONE,
    /** By its name. */
    NAME,
    /** By an expression. */
    EXPRESSION
  }

  private final Set<String> names = new HashSet<>();
  private final List<Pattern> expressions = new ArrayList<>();
  private final List<String> invalid = new ArrayList<>();

  /** The names and expressions of this list. */
  public TopicPatterns(TopicPartitionList list) {
    for (String topic : list.topics()) {
      if (isExpression(topic)) {
        compile(topic);
      } else {
        names.add(topic);
      }
    }
  }

  /** Whether this is an expression rather than a name. */
  public static boolean isExpression(String topic) {
    return topic.startsWith("^");
  }

  /** Number of elements that are expressions. */
  public static int count(TopicPartitionList list) {
    int count = 0;
    for (TopicPartitionEntry element : list) {
      if (isExpression(element.topic())) {
        count++;
      }
    }
    return count;
  }

  /** All expressions of the list as one: each in parentheses, joined by a bar; empty if none. */
  public static String combined(TopicPartitionList list) {
    StringJoiner combined = new StringJoiner("|");
    for (TopicPartitionEntry element : list) {
      if (isExpression(element.topic())) {
        combined.add("(" + element.topic() + ")");
      }
    }
    return combined.toString();
  }

  /** How this topic is matched; the name goes before expressions. */
  public Match match(String topic) {
    if (names.contains(topic)) {
      return Match.NAME;
    }
    for (Pattern expression : expressions) {
      if (expression.matcher(topic).find()) {
        return Match.EXPRESSION;
      }
    }
    return Match.NONE;
  }

  /** The expressions that are not valid, each with what is wrong; for the log. */
  public List<String> invalid() {
    return List.copyOf(invalid);
  }

  private void compile(String expression) {
    try {
      expressions.add(Pattern.compile(expression));
    } catch (PatternSyntaxException wrong) {
      invalid.add(expression + ": " + wrong.getDescription() + " at " + wrong.getIndex());
    }
  }
}
