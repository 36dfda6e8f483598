package io.toppar.netty.records;

import java.util.Arrays;

/** Stretches of an array that hold batches to deliver: start, end, start, end. Not thread-safe. */
final class Spans {

  private int[] edges = new int[2];
  private int used;

  /** Adds a stretch at or behind the last; one that adjoins it becomes part of it. */
  void add(int start, int end) {
    if (used > 0 && edges[used - 1] == start) {
      edges[used - 1] = end;
      return;
    }
    if (used == edges.length) {
      edges = Arrays.copyOf(edges, 2 * used);
    }
    edges[used++] = start;
    edges[used++] = end;
  }

  int count() {
    return used / 2;
  }

  int start(int index) {
    return edges[2 * index];
  }

  int end(int index) {
    return edges[2 * index + 1];
  }

  int bytes() {
    int sum = 0;
    for (int i = 0; i < count(); i++) {
      sum += end(i) - start(i);
    }
    return sum;
  }

  /** A copy of the bytes of all stretches, end to end. */
  byte[] gather(byte[] from) {
    byte[] copy = new byte[bytes()];
    int to = 0;
    for (int i = 0; i < count(); i++) {
      int length = end(i) - start(i);
      System.arraycopy(from, start(i), copy, to, length);
      to += length;
    }
    return copy;
  }
}
