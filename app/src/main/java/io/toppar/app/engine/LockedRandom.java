package io.toppar.app.engine;

import java.util.random.RandomGenerator;

/** A generator that any thread may ask. What one thread alone asks repeats with the seed. */
final class LockedRandom implements RandomGenerator {

  private final RandomGenerator generator;

  LockedRandom(RandomGenerator generator) {
    this.generator = generator;
  }

  @Override
  public synchronized long nextLong() {
    return generator.nextLong();
  }
}
