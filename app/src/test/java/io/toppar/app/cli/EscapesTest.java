package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class EscapesTest {

  @Test
  void escapesBecomeBytesAndTheRestStaysText() {
    assertThat(Escapes.bytes("-D", "\\n\\r\\t\\\\\\x00\\xfF"))
        .containsExactly('\n', '\r', '\t', '\\', 0, 0xff);
    assertThat(Escapes.bytes("-D", "é\ud83d\ude00;"))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("é\ud83d\ude00;");
    assertThat(Escapes.bytes("-D", "")).isEmpty();
  }

  @Test
  void whatIsNoEscapeIsRefusedWithTheOptionItCameFrom() {
    for (String wrong : List.of("\\", "\\q", "\\x", "\\x1", "\\xg0", "\\x-1")) {
      assertThatThrownBy(() -> Escapes.bytes("-D", wrong))
          .as(wrong)
          .isInstanceOf(CommandException.class)
          .hasMessageStartingWith("-D: ");
    }
  }
}
