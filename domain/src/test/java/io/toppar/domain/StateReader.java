package io.toppar.domain;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Restores from the bytes of a {@link StateWriter} of the same kind. */
final class StateReader implements StateTransfer {

  /** The version, session or request that counts as the present one: leaves room for older ones. */
  private static final int LATEST = 1_000;

  private final boolean canonical;
  private final List<Toppar> toppars;
  private byte[] bytes = {};
  private int at;
  private long now;

  StateReader(boolean canonical, List<Toppar> toppars) {
    this.canonical = canonical;
    this.toppars = toppars;
  }

  /** Begins with these bytes; what was relative to the time becomes relative to this. */
  void begin(byte[] snapshot, long nowNanos) {
    bytes = snapshot;
    at = 0;
    now = nowNanos;
  }

  boolean atEnd() {
    return at == bytes.length;
  }

  private long next() {
    long value = 0;
    int shift = 0;
    byte one;
    do {
      one = bytes[at++];
      value |= (long) (one & 0x7F) << shift;
      shift += 7;
    } while (one < 0);
    return (value >>> 1) ^ -(value & 1);
  }

  @Override
  public long number(long value) {
    return next();
  }

  @Override
  public int number(int value) {
    return (int) next();
  }

  @Override
  public boolean flag(boolean value) {
    return next() != 0;
  }

  @Override
  public long deadline(long value) {
    long told = next();
    return canonical && told != Deadlines.NONE ? now + told : told;
  }

  @Override
  public int latest(int value) {
    return canonical ? LATEST : (int) next();
  }

  @Override
  public int serial(int value, int latest) {
    int told = (int) next();
    return !canonical || told == 0 ? told : latest + 1 - told;
  }

  @Override
  public int broker(int value) {
    return (int) next();
  }

  @Override
  public long counter(long value) {
    return canonical ? 0 : next();
  }

  @Override
  public int counter(int value) {
    return canonical ? 0 : (int) next();
  }

  @Override
  public <E extends Enum<E>> @Nullable E choice(Class<E> kind, @Nullable E value) {
    int told = (int) next();
    return told < 0 ? null : kind.getEnumConstants()[told];
  }

  @Override
  public @Nullable String text(@Nullable String value) {
    int length = (int) next();
    if (length < 0) {
      return null;
    }
    byte[] utf8 = new byte[length];
    for (int i = 0; i < length; i++) {
      utf8[i] = (byte) next();
    }
    return new String(utf8, StandardCharsets.UTF_8);
  }

  @Override
  public Toppar toppar(@Nullable TopicPartition value) {
    return toppars.get((int) next());
  }

  @Override
  public <T extends @Nullable Object> void list(List<T> items, UnaryOperator<@Nullable T> item) {
    int size = (int) next();
    items.clear();
    for (int i = 0; i < size; i++) {
      items.add(item.apply(null));
    }
  }
}
