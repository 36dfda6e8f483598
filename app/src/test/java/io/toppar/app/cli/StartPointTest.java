package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.Offsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartPointTest {

  private static StartPoint parse(String... options) {
    return StartPoint.parse(List.of(options), Offsets.BEGINNING);
  }

  @Test
  void wordsAndNumbersAreKcats() {
    assertThat(parse("beginning").offset()).isEqualTo(Offsets.BEGINNING);
    assertThat(parse("end").offset()).isEqualTo(Offsets.END);
    assertThat(parse("stored").offset()).isEqualTo(Offsets.STORED);
    assertThat(parse("0").offset()).isZero();
    assertThat(parse("42").offset()).isEqualTo(42);
    assertThat(parse("-5").offset()).isEqualTo(Offsets.tail(5));
    assertThat(parse().offset()).isEqualTo(Offsets.BEGINNING);
  }

  @Test
  void timesBoundTheReadingOnEitherSide() {
    StartPoint point = parse("s@1700000000000", "e@1700000000010");

    assertThat(point.fromMillis()).isEqualTo(1_700_000_000_000L);
    assertThat(point.untilMillis()).isEqualTo(1_700_000_000_010L);
  }

  @Test
  void whatIsNoOffsetIsRefusedWithTheForms() {
    for (String wrong :
        List.of("", "start", "1x", "-", "--5", "s@", "e@x", "99999999999999999999")) {
      assertThatThrownBy(() -> parse(wrong))
          .as(wrong)
          .isInstanceOf(CommandException.class)
          .hasMessage(
              "-o: '"
                  + wrong
                  + "' is no offset; it takes beginning, end, stored, N, -N, s@MILLIS or e@MILLIS");
    }
  }
}
