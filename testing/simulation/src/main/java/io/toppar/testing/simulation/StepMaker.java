package io.toppar.testing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Draws steps of several kinds, each as often as its weight says; which kinds there are is its
 * subclass's business. What is drawn depends on the generator alone. Confined to one thread.
 */
abstract class StepMaker {

  final RandomGenerator random;
  private final List<Supplier<Step>> kinds = new ArrayList<>();
  private final List<Integer> upTo = new ArrayList<>();
  private int weights;

  StepMaker(RandomGenerator random) {
    this.random = random;
  }

  /** One more kind of step. */
  final void add(int weight, Supplier<Step> kind) {
    weights += weight;
    upTo.add(weights);
    kinds.add(kind);
  }

  /** The next step. */
  final Step next() {
    int drawn = random.nextInt(weights);
    int i = 0;
    while (drawn >= upTo.get(i)) {
      i++;
    }
    return kinds.get(i).get();
  }

  final int below(int bound) {
    return random.nextInt(bound);
  }

  /** How often a fault strikes. */
  final int times() {
    return 1 + below(3);
  }

  final <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
