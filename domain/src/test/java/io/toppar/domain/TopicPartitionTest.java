package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicPartitionTest {

  @Test
  void partitionsOfTopicsWithNamesLikeOneAnotherHaveHashesOfTheirOwn() {
    Set<Integer> hashes = new HashSet<>();
    for (int topic = 0; topic < 100; topic++) {
      for (int partition = 0; partition < 1_000; partition++) {
        hashes.add(new TopicPartition("orders-" + topic, partition).hashCode());
      }
    }
    assertThat(hashes).hasSizeGreaterThan(99_000);
  }
}
