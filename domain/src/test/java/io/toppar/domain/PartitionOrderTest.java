package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PartitionOrderTest {

  private static final String[] PIECES = {
    "",
    "a",
    "b",
    "A",
    "ä",
    "\u007f",
    "\u0080",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\ud800\udc00",
    "\ud83d\ude00",
    "\udbff\udfff"
  };

  @Test
  void topicsCompareAsTheBytesOfTheirUtf8Form() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      String a = name(random);
      String b = name(random);
      int expected =
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
      assertThat(Integer.signum(PartitionOrder.compareTopics(a, b)))
          .as("seed 5, round %s: %s and %s", i, a, b)
          .isEqualTo(Integer.signum(expected));
    }
  }

  private static String name(SplittableRandom random) {
    return PIECES[random.nextInt(PIECES.length)]
        + PIECES[random.nextInt(PIECES.length)]
        + PIECES[random.nextInt(PIECES.length)];
  }

  /** Of the orders in librdkafka the one by id and partition is not: it gives 0 or 1. */
  @Test
  void everyOrderIsAntisymmetric() {
    TopicPartitionList list = new TopicPartitionList();
    list.add(new TopicId(0, 2), "a", 1);
    list.add(new TopicId(0, 1), "b", 2);
    list.add(new TopicId(-1, 0), "b", -1);
    list.add(new TopicId(0, -1), "c", 0);
    for (Comparator<TopicPartitionEntry> order :
        List.of(
            PartitionOrder.BY_NAME,
            PartitionOrder.BY_TOPIC,
            PartitionOrder.BY_TOPIC_ID,
            PartitionOrder.BY_ID)) {
      for (TopicPartitionEntry a : list) {
        for (TopicPartitionEntry b : list) {
          assertThat(Integer.signum(order.compare(a, b)))
              .isEqualTo(-Integer.signum(order.compare(b, a)));
        }
      }
    }
    list.sort(PartitionOrder.BY_ID);
    assertThat(list.text(ListText.ALL, 1_000)).startsWith("b(").endsWith("[-1]");
  }
}
