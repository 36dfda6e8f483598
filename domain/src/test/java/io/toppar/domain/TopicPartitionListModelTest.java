package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations on a list and on a plain model of it, which must agree after each. */
class TopicPartitionListModelTest {

  private static final int OPERATIONS = 3_000;

  /** Each element of the model is marked by its offset, unique in a run. */
  private record Element(String topic, int partition, long mark) {
    boolean names(String otherTopic, int otherPartition) {
      return topic.equals(otherTopic) && partition == otherPartition;
    }
  }

  private static final Comparator<Element> BY_NAME =
      Comparator.comparing(Element::topic).thenComparingInt(Element::partition);

  private final TopicPartitionList list = new TopicPartitionList();
  private final List<Element> model = new ArrayList<>();
  private long nextMark;

  static long[] seeds() {
    long[] seeds = new long[20];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = 1_000_003L * i + 17;
    }
    return seeds;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aListDoesWhatAPlainListDoes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // Few names make many duplicates; many names make long lists. Both go through the index.
    int partitions = seed % 2 == 0 ? 5 : 400;
    for (int operation = 0; operation < OPERATIONS; operation++) {
      String topic = "topic" + random.nextInt(3);
      int partition = random.nextInt(partitions) - 1;
      String done = operate(random, topic, partition);
      String where = "seed " + seed + ", operation " + operation + ": " + done;
      agreeOn(topic, partition, where);
      if (operation % 50 == 0) {
        agreeOnAll(where);
      }
    }
    agreeOnAll("seed " + seed + ", at the end");
  }

  private String operate(SplittableRandom random, String topic, int partition) {
    int dice = random.nextInt(1_000);
    if (dice < 600) {
      add(topic, partition);
      return "add";
    }
    if (dice < 800) {
      int position = modelIndex(topic, partition);
      assertThat(list.delete(topic, partition)).isEqualTo(position >= 0);
      if (position >= 0) {
        model.remove(position);
      }
      return "delete " + topic + partition;
    }
    if (dice < 900 && !model.isEmpty()) {
      int position = random.nextInt(model.size());
      assertThat(list.deleteAt(position)).isTrue();
      model.remove(position);
      return "delete at " + position;
    }
    if (dice < 985) {
      if (modelIndex(topic, partition) < 0) {
        list.upsert(topic, partition).offset(nextMark);
        model.add(new Element(topic, partition, nextMark++));
      }
      return "upsert";
    }
    return rarely(dice, partition);
  }

  private String rarely(int dice, int partition) {
    if (dice < 990) {
      list.sort();
      model.sort(BY_NAME);
      return "sort";
    }
    if (dice < 994) {
      list.sort((a, b) -> Long.compare(b.offset(), a.offset()));
      model.sort((a, b) -> Long.compare(b.mark(), a.mark()));
      return "sort by mark, downwards";
    }
    if (dice < 998) {
      list.deleteIf(e -> e.partition() == partition);
      model.removeIf(e -> e.partition() == partition);
      return "delete all of " + partition;
    }
    if (dice == 998) {
      list.clear();
      model.clear();
      return "clear";
    }
    TopicPartitionList copy = list.copy();
    list.clear();
    list.addAll(copy);
    return "copy back";
  }

  private void add(String topic, int partition) {
    list.add(topic, partition).offset(nextMark);
    model.add(new Element(topic, partition, nextMark++));
  }

  private int modelIndex(String topic, int partition) {
    for (int i = 0; i < model.size(); i++) {
      if (model.get(i).names(topic, partition)) {
        return i;
      }
    }
    return -1;
  }

  private void agreeOn(String topic, int partition, String where) {
    int expected = modelIndex(topic, partition);
    TopicPartitionEntry found = list.find(topic, partition);
    assertThat(found == null ? -1 : found.offset())
        .as(where)
        .isEqualTo(expected < 0 ? -1 : model.get(expected).mark());
    assertThat(list.indexOf(topic, partition)).as(where).isEqualTo(expected);
    assertThat(list.size()).as(where).isEqualTo(model.size());
  }

  private void agreeOnAll(String where) {
    int position = 0;
    for (TopicPartitionEntry element : list) {
      Element expected = model.get(position);
      assertThat(element.offset())
          .as("%s, position %s", where, position)
          .isEqualTo(expected.mark());
      assertThat(element.names(expected.topic(), expected.partition())).as(where).isTrue();
      agreeOn(expected.topic(), expected.partition(), where);
      position++;
    }
    TopicPartitionEntry duplicate = list.firstDuplicate();
    assertThat(duplicate == null ? -1 : duplicate.offset()).as(where).isEqualTo(modelDuplicate());
  }

  private long modelDuplicate() {
    for (int i = 0; i < model.size(); i++) {
      Element element = model.get(i);
      if (modelIndex(element.topic(), element.partition()) < i) {
        return element.mark();
      }
    }
    return -1;
  }
}
