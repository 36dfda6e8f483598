package io.toppar.protocol.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of versions, and the conditions they become. */
final class VersionRangeTest {

  @ParameterizedTest
  @CsvSource({"4-18, 4-18", "3, 3", "none, none", "7-6, none"})
  void readsTheNotation(String notation, String range) {
    assertThat(VersionRange.parse(notation)).hasToString(range);
  }

  @ParameterizedTest
  @CsvSource({
    "0+, true",
    "4+, true",
    "9+, version >= 9",
    "0-8, version <= 8",
    "6-8, version >= 6 && version <= 8",
    "7, version == 7",
    "12, version >= 12",
    "13+, false",
    "0-3, false",
    "none, false"
  })
  void asksOnlyWhatIsNotKnown(String notation, String condition) {
    VersionRange within = VersionRange.parse("4-12");

    assertThat(VersionRange.parse(notation).condition(within)).isEqualTo(condition);
  }

  @Test
  void setOperationsAgreeWithMembership() {
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
      VersionRange a = new VersionRange(i % 5, i / 5 % 5);
      VersionRange b = new VersionRange(i / 25 % 5, i / 125 % 5);
      assertSame(a.intersect(b)::contains, v -> a.contains(v) && b.contains(v));
      assertThat(a.covers(b)).isEqualTo(a.intersect(b).equals(b) || b.isEmpty());
      for (int v = 0; v < 5; v++) {
        if (a.contains(v) || b.contains(v)) {
          assertThat(a.hull(b).contains(v)).isTrue();
        }
      }
    }
  }

  private static void assertSame(IntPredicate actual, IntPredicate expected) {
    for (int v = 0; v < 6; v++) {
      assertThat(actual.test(v)).isEqualTo(expected.test(v));
    }
  }
}
