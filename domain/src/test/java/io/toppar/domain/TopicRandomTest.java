package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A topic against a naive model of it: one map of what is there, and one of who is wanted. Seeded.
 */
final class TopicRandomTest {

  private static final int STEPS = 400;
  private static final int NUMBERS = 8;

  private final Map<Integer, Toppar> there = new TreeMap<>();
  private final Map<Integer, Toppar> wanted = new TreeMap<>();
  private final List<Toppar> dropped = new ArrayList<>();
  private Topic topic = new Topic("t", TopparFixture.config(ResetPolicy.EARLIEST));
  private int count = -1;

  @Test
  void aTopicIsWhatItsModelSays() {
    for (long seed = 1; seed <= 200; seed++) {
      run(seed);
    }
  }

  private void run(long seed) {
    topic = new Topic("t", TopparFixture.config(ResetPolicy.EARLIEST));
    there.clear();
    wanted.clear();
    dropped.clear();
    count = -1;
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < STEPS; step++) {
      String done = step(random);
      assertThat(seen()).as("seed %s, step %s: %s", seed, step, done).isEqualTo(expected());
    }
  }

  private String step(SplittableRandom random) {
    int number = random.nextInt(NUMBERS);
    switch (random.nextInt(5)) {
      case 0 -> {
        Toppar got = topic.get(number, false);
        if (number < count) {
          note(number, got);
        } else {
          assertThat(got).isNull();
        }
        return "get " + number;
      }
      case 1 -> {
        Toppar toppar = topic.desiredAdd(number);
        note(number, toppar);
        wanted.put(number, toppar);
        return "add " + number;
      }
      case 2 -> {
        Toppar toppar = wanted.remove(number);
        if (toppar != null) {
          there.remove(number);
          dropped.add(toppar);
          topic.desiredDel(toppar);
        }
        return "del " + number;
      }
      case 3 -> {
        if (!dropped.isEmpty()) {
          topic.desiredDel(dropped.get(random.nextInt(dropped.size())));
        }
        return "a late del";
      }
      default -> {
        count = random.nextInt(NUMBERS + 1);
        assertThat(topic.onPartitionCount(count)).isEqualTo(missing());
        there.entrySet().removeIf(e -> e.getKey() >= count && !wanted.containsKey(e.getKey()));
        return "count " + count;
      }
    }
  }

  private void note(int number, @Nullable Toppar got) {
    assertThat(got).isNotNull().isNotIn(dropped);
    Toppar before = there.put(number, Objects.requireNonNull(got));
    assertThat(before).isIn(null, got);
  }

  private List<Toppar> missing() {
    return count == 0
        ? List.of()
        : wanted.entrySet().stream()
            .filter(e -> e.getKey() >= count)
            .map(Map.Entry::getValue)
            .toList();
  }

  private List<Object> expected() {
    List<Object> all = new ArrayList<>();
    for (int number = 0; number < NUMBERS; number++) {
      Toppar toppar = there.get(number);
      boolean absent = number >= count;
      all.add(toppar == null ? "nothing" : toppar);
      all.add(absent && toppar != null ? toppar : "not listed");
      all.add(toppar != null && wanted.get(number) == toppar);
      all.add(toppar != null && absent && count > 0);
    }
    all.add(List.copyOf(wanted.values()));
    int last = -1;
    for (int number : wanted.keySet()) {
      last = number >= count ? number : last;
    }
    all.add(last + 1);
    all.add(false);
    return all;
  }

  private List<Object> seen() {
    List<Object> all = new ArrayList<>();
    for (int number = 0; number < NUMBERS; number++) {
      Toppar toppar = topic.find(number);
      Toppar listed = topic.desiredGet(number);
      all.add(toppar == null ? "nothing" : toppar);
      all.add(listed == null ? "not listed" : listed);
      all.add(toppar != null && topic.isDesired(toppar));
      all.add(toppar != null && topic.isMissing(toppar));
    }
    all.add(topic.desired());
    all.add(topic.partitionsWanted());
    all.add(dropped.stream().anyMatch(topic::holds));
    return all;
  }
}
