package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void everyCommandIsKnownByItsOwnName() {
    var commands = Main.commandLine().getSubcommands();
    assertThat(commands).hasSize(9);
    assertThat(commands)
        .allSatisfy((name, command) -> assertThat(command.getCommandSpec().name()).isEqualTo(name));
  }

  /** Reading the options of all commands is a good part of a short command's time. */
  @Test
  void onlyTheCommandThatIsMeantIsLoaded() {
    assertThat(Main.commandLine("produce", "list").getSubcommands()).containsOnlyKeys("produce");
  }

  @Test
  void aWordThatIsNoCommandIsToldTheNearest() {
    assertThat(Refusals.of(ExitCodes.USAGE, "produse"))
        .contains("Unmatched argument at index 0: 'produse'");
  }
}
