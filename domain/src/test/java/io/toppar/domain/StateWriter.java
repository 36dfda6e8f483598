package io.toppar.domain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots as bytes. A plain one holds every value. Canonical ones are equal if the states
 * differ only in the time, in numbers of versions, sessions and requests, in counters, in the words
 * of texts and in the names of brokers.
 */
final class StateWriter implements StateTransfer {

  private final boolean canonical;
  private final List<Toppar> toppars;
  private final int[] names = {0, 1, 2};
  private byte[] bytes = new byte[512];
  private int size;
  private long now;

  /** Partition i of the topic is number i of the toppars. */
  StateWriter(boolean canonical, List<Toppar> toppars) {
    this.canonical = canonical;
    this.toppars = toppars;
  }

  /** Begins anew; canonical deadlines are relative to this. */
  void begin(long nowNanos) {
    size = 0;
    now = nowNanos;
  }

  /** The broker is called so in canonical snapshots. */
  void name(int broker, int name) {
    names[broker] = name;
  }

  byte[] snapshot() {
    return Arrays.copyOf(bytes, size);
  }

  /** As {@link #snapshot}, valid until the next, and only as far as {@link #size}. */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  @Override
  public long number(long value) {
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return value;
  }

  @Override
  public int number(int value) {
    number((long) value);
    return value;
  }

  @Override
  public boolean flag(boolean value) {
    number(value ? 1L : 0L);
    return value;
  }

  @Override
  public long deadline(long value) {
    number(canonical && value != Deadlines.NONE ? value - now : value);
    return value;
  }

  @Override
  public int latest(int value) {
    return canonical ? value : number(value);
  }

  @Override
  public int serial(int value, int latest) {
    int told = !canonical || value == 0 ? value : value == latest ? 1 : 2;
    number(told);
    return value;
  }

  @Override
  public int broker(int value) {
    number(canonical && value >= 0 ? names[value] : value);
    return value;
  }

  @Override
  public long counter(long value) {
    return canonical ? value : number(value);
  }

  @Override
  public int counter(int value) {
    return canonical ? value : number(value);
  }

  @Override
  @SuppressWarnings("EnumOrdinal")
  public <E extends Enum<E>> @Nullable E choice(Class<E> kind, @Nullable E value) {
    number(value == null ? -1 : value.ordinal());
    return value;
  }

  @Override
  public @Nullable String text(@Nullable String value) {
    if (value == null) {
      number(-1);
      return null;
    }
    String told = !canonical || value.isEmpty() ? value : "-";
    byte[] utf8 = told.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    for (byte one : utf8) {
      number(one);
    }
    return value;
  }

  @Override
  public Toppar toppar(@Nullable TopicPartition value) {
    if (value == null) {
      throw new IllegalArgumentException("no partition");
    }
    return toppars.get(number(value.partition()));
  }

  @Override
  public <T extends @Nullable Object> void list(List<T> items, UnaryOperator<@Nullable T> item) {
    number(items.size());
    for (int i = 0; i < items.size(); i++) {
      items.set(i, item.apply(items.get(i)));
    }
  }
}
