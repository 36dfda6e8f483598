package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A table painted over the last one. */
class ScreenTest {

  private static final String TEXT = "time\nHEAD\none\ntwo\nthree\ntotal\n";

  private static String plain(String painted) {
    return painted.replaceAll("\033\\[[0-9]*[A-Z]", "");
  }

  @Test
  void whatFitsIsPaintedFromTheTopAndWhatIsLeftOfTheLastIsErased() {
    assertThat(new Screen(7, 5).painted("a\nbb\n", 0)).isEqualTo("\033[H\033[Ka\n\033[Kbb\n\033[J");
    assertThat(plain(new Screen(7, 80).painted(TEXT, 0))).isEqualTo(TEXT);
  }

  @Test
  void ofATableThatIsTooTallTheBeginningAndTheTotalAreShownWithRoomForWhatComesBelow() {
    assertThat(plain(new Screen(6, 80).painted(TEXT, 0)))
        .isEqualTo(
            "time\nHEAD\none\n... 2 more; a taller screen, or -t TOPIC, shows them\ntotal\n");
    assertThat(plain(new Screen(7, 80).painted(TEXT, 1)).lines()).hasSize(5);
    assertThat(plain(new Screen(1, 80).painted(TEXT, 9)).lines()).hasSize(3).endsWith("total");
  }

  @Test
  void aLineThatIsTooWideIsCutAndSaysSo() {
    assertThat(plain(new Screen(9, 4).painted("abcd\nabcde\n\ud83d\ude00bcde\n", 0)))
        .isEqualTo("abcd\nabc>\n\ud83d\ude00bc>\n");
  }

  @Test
  void nothingIsCutWhereTheSizeIsNotKnown() {
    String wide = "x".repeat(500) + "\n";
    assertThat(plain(new Screen(0, 0).painted(wide.repeat(200), 3))).isEqualTo(wide.repeat(200));
  }

  @Test
  void theSizeIsWhatSttySaysOrUnknown() {
    assertThat(Screen.parse("24 80\n")).isEqualTo(new Screen(24, 80));
    assertThat(Screen.parse("")).isEqualTo(new Screen(0, 0));
    assertThat(Screen.parse("stty: no")).isEqualTo(new Screen(0, 0));
    assertThat(Screen.parse("999999 1")).isEqualTo(new Screen(0, 0));
  }
}
