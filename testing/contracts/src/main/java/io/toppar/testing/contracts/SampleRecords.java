package io.toppar.testing.contracts;

import io.toppar.ports.Slice;
import io.toppar.testing.contracts.SentRecord.Header;
import java.util.Arrays;
import java.util.List;

/** Records that tell a sound codec from others. */
final class SampleRecords {

  private SampleRecords() {}

  /**
   * Nulls and empty fields, every byte, text beyond ASCII, timestamps out of order, headers of
   * every kind, and a record of 100,000 bytes.
   *
   * @param now about the time of all of them
   */
  static List<SentRecord> ofEveryKind(long now) {
    Slice empty = Slice.of("");
    byte[] bytes = new byte[512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    byte[] long100k = new byte[100_000];
    Arrays.fill(long100k, (byte) 'z');
    return List.of(
        new SentRecord(now, Slice.of("key"), Slice.of("value"), List.of()),
        new SentRecord(now + 7, null, Slice.of("no key"), List.of()),
        new SentRecord(now + 3, Slice.of("no value"), null, List.of()),
        new SentRecord(now, null, null, List.of()),
        new SentRecord(now, empty, empty, List.of()),
        new SentRecord(now, Slice.of(bytes), Slice.of(bytes), List.of()),
        new SentRecord(now - 5000, Slice.of("ключ"), Slice.of("值 🙂"), List.of()),
        new SentRecord(
            now,
            Slice.of("headers"),
            Slice.of("v"),
            List.of(
                new Header("h", Slice.of("1")),
                new Header("h", Slice.of("2")),
                new Header("none", null),
                new Header("empty", empty),
                new Header("", Slice.of("no name")),
                new Header("ключ", Slice.of(bytes)))),
        new SentRecord(now, Slice.of("long"), Slice.of(long100k), List.of()));
  }
}
