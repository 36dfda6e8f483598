package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class PartitionIndexTest {

  @Test
  void aHundredThousandElementsAreFoundWhereTheyAreAndNowhereElse() {
    TopicPartitionList list = new TopicPartitionList();
    for (int topic = 0; topic < 100; topic++) {
      list.addRange("topic" + topic, 0, 999);
    }
    for (int i = 0; i < list.size(); i++) {
      TopicPartitionEntry element = list.at(i);
      assertThat(list.find(element.topic(), element.partition())).isSameAs(element);
    }
    assertThat(list.find("topic0", 1_000)).isNull();
    assertThat(list.find("topic100", 0)).isNull();
  }

  @Test
  void namesWithTheSameHashAreToldApart() {
    // "Aa" and "BB" have the same hash code, so all of these collide in pairs.
    TopicPartitionList list = new TopicPartitionList();
    list.addRange("Aa", 0, 49);
    list.addRange("BB", 0, 49);
    for (int partition = 0; partition < 50; partition++) {
      assertThat(list.find("Aa", partition)).isSameAs(list.at(partition));
      assertThat(list.find("BB", partition)).isSameAs(list.at(50 + partition));
    }
    for (int partition = 0; partition < 50; partition += 2) {
      assertThat(list.delete("Aa", partition)).isTrue();
    }
    for (int partition = 0; partition < 50; partition++) {
      assertThat(list.find("Aa", partition) == null).isEqualTo(partition % 2 == 0);
      assertThat(list.find("BB", partition)).isNotNull();
    }
  }

  @Test
  void ofManyOfOneNameTheFirstIsFoundWhicheverIsDeleted() {
    TopicPartitionList list = new TopicPartitionList();
    list.addRange("other", 0, 99);
    for (int i = 0; i < 5; i++) {
      list.add("t", 0).offset(i);
    }
    assertThat(found(list)).isZero();
    list.deleteAt(104); // the last
    list.deleteAt(102); // one between
    list.deleteAt(100); // the first
    assertThat(found(list)).isEqualTo(1);
    list.add("t", 0).offset(9);
    list.delete("t", 0);
    assertThat(found(list)).isEqualTo(3);
    list.delete("t", 0);
    assertThat(found(list)).isEqualTo(9);
    list.delete("t", 0);
    assertThat(list.find("t", 0)).isNull();
  }

  private static long found(TopicPartitionList list) {
    return Objects.requireNonNull(list.find("t", 0), "not found").offset();
  }
}
