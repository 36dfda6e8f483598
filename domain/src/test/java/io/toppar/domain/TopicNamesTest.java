package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicNamesTest {

  @Test
  void whatBrokersCanBeAskedAboutIsForThemToJudge() {
    for (String name :
        new String[] {"t", ".", "a b/c", "\u00e4", "\ud83d\ude00", "\0", "x".repeat(249)}) {
      assertThat(TopicNames.fault(name)).as(name).isNull();
    }
  }

  @Test
  void anEmptyNameIsNone() {
    assertThat(TopicNames.fault("")).isEqualTo("a topic name must not be empty");
  }

  @Test
  void aNameLongerThanKafkasLongestIsNone() { // M19
    assertThat(TopicNames.fault("x".repeat(250)))
        .startsWith("a topic name of 250 characters: Kafka's longest is 249; it is 'xxx")
        .hasSizeLessThan(120);
  }

  @Test
  void aNameThatUtf8CannotSayIsNone() { // M19
    assertThat(TopicNames.fault("t\ud800"))
        .isEqualTo(
            "a topic name that is no text: character 1 is half of a surrogate pair;"
                + " it is 't\\ud800'");
    assertThat(TopicNames.fault("\udc00\ud800"))
        .contains("character 0")
        .endsWith("'\\udc00\\ud800'");
    assertThat(TopicNames.fault("\ud83d\ude00\ud83d!")).contains("character 2");
  }
}
