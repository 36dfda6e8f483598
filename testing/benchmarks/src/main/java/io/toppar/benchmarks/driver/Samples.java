package io.toppar.benchmarks.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The figures of several rounds, by what was measured; their medians. */
final class Samples {

  private final Map<String, Map<String, List<Double>>> bySubject = new LinkedHashMap<>();

  /**
   * Measures all in rounds; every round begins with another one.
   *
   * @param measurement the figures of one of them
   */
  static Samples ofRounds(
      int rounds, Collection<String> subjects, Function<String, Map<String, Double>> measurement) {
    List<String> order = new ArrayList<>(subjects);
    Samples samples = new Samples();
    for (int round = 0; round < rounds; round++) {
      for (String subject : order) {
        samples.add(subject, measurement.apply(subject));
      }
      Collections.rotate(order, 1);
    }
    return samples;
  }

  /** Adds one round's figures. */
  void add(String subject, Map<String, Double> figures) {
    Map<String, List<Double>> rounds =
        bySubject.computeIfAbsent(subject, absent -> new LinkedHashMap<>());
    figures.forEach(
        (name, value) -> rounds.computeIfAbsent(name, absent -> new ArrayList<>()).add(value));
  }

  /** What was measured, in the order of the first round. */
  Set<String> subjects() {
    return bySubject.keySet();
  }

  /** The median over the rounds; not a number if there is no such figure. */
  double median(String subject, String figure) {
    List<Double> rounds =
        bySubject.getOrDefault(subject, Map.of()).getOrDefault(figure, List.of()).stream()
            .sorted()
            .toList();
    int middle = rounds.size() / 2;
    if (rounds.isEmpty()) {
      return Double.NaN;
    }
    return rounds.size() % 2 == 1
        ? rounds.get(middle)
        : (rounds.get(middle - 1) + rounds.get(middle)) / 2;
  }

  /** The medians' ratio of one that was measured to another. */
  double ratio(String subject, String other, String figure) {
    return median(subject, figure) / median(other, figure);
  }
}
