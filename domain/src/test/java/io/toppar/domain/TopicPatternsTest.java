package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicPatternsTest {

  private final TopicPartitionList list = new TopicPartitionList();

  @Test
  void aNameMatchesExactlyAndAnExpressionAnywhereItIsFound() {
    list.add("orders", 0);
    list.add("^pay", 0);
    list.add("^b.*[0-9]$", 0);
    TopicPatterns patterns = new TopicPatterns(list);
    assertThat(patterns.match("orders")).isEqualTo(TopicPatterns.Match.NAME);
    assertThat(patterns.match("orders2")).isEqualTo(TopicPatterns.Match.NONE);
    assertThat(patterns.match("payments")).isEqualTo(TopicPatterns.Match.EXPRESSION);
    assertThat(patterns.match("repay")).isEqualTo(TopicPatterns.Match.NONE);
    assertThat(patterns.match("billing7")).isEqualTo(TopicPatterns.Match.EXPRESSION);
    assertThat(patterns.match("billing7a")).isEqualTo(TopicPatterns.Match.NONE);
    assertThat(patterns.invalid()).isEmpty();
  }

  @Test
  void anInvalidExpressionMatchesNothingAndIsListed() {
    list.add("^a(b", 0);
    list.add("^c", 0);
    TopicPatterns patterns = new TopicPatterns(list);
    assertThat(patterns.match("^a(b")).isEqualTo(TopicPatterns.Match.NONE);
    assertThat(patterns.match("cd")).isEqualTo(TopicPatterns.Match.EXPRESSION);
    assertThat(patterns.invalid()).singleElement().asString().startsWith("^a(b: ");
  }

  @Test
  void expressionsAreCountedCombinedAndTakenOut() {
    list.add("plain", 0);
    assertThat(TopicPatterns.combined(list)).isEmpty();
    list.add("^a", 0);
    list.add("^b|c", 0);
    assertThat(TopicPatterns.count(list)).isEqualTo(2);
    assertThat(TopicPatterns.combined(list)).isEqualTo("(^a)|(^b|c)");
    assertThat(list.deleteIf(e -> TopicPatterns.isExpression(e.topic()))).isEqualTo(2);
    assertThat(list).hasToString("plain[0]");
  }
}
