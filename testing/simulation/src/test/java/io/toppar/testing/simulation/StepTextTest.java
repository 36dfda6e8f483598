package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.RequestFamily;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class StepTextTest {

  @Test
  void aStepIsItsNameAndItsComponents() {
    FaultStep step =
        new FaultStep.FailPartition(RequestFamily.FETCH, 3, 2, ErrorCode.KAFKA_STORAGE_ERROR);

    assertThat(StepText.of((Record) step)).isEqualTo("FailPartition FETCH 3 2 KAFKA_STORAGE_ERROR");
    assertThat(StepText.parse(" FailPartition FETCH 3 2 KAFKA_STORAGE_ERROR ")).isEqualTo(step);
  }

  @Test
  void whatIsNoStepIsRefused() {
    assertThatThrownBy(() -> StepText.parse("Explode 3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Explode 3' is no step");
    assertThatThrownBy(() -> StepText.parse("Pause")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StepText.parse("Seek 1 NOWHERE 2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'NOWHERE' is no Place");
    assertThatThrownBy(() -> Scenario.parse("Pause 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no line that begins with Setup");
    String setup = StepText.of((Record) Scenario.of(1, 20).setup());
    assertThatThrownBy(() -> Scenario.parse(setup + "\n\nSeek 1 END"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 3: 'Seek 1 END' has 2 components, not 3 (partition, place, number)");
    assertThatThrownBy(() -> Scenario.parse(setup + "\n" + setup))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 2: second settings; keep one");
  }

  @Test
  void everyKindOfStepIsMadeBySeeds() {
    Set<Class<?>> read = made(SeedRun.Kind.READING);
    Set<Class<?>> written = made(SeedRun.Kind.WRITING);

    for (Class<?> kind : Step.class.getPermittedSubclasses()) {
      boolean writes = kind == WriteFaultStep.class || kind == WriterStep.class;
      assertThat(writes ? written : read).containsAll(Set.of(kind.getPermittedSubclasses()));
    }
    assertThat(written)
        .containsAll(Set.of(ClusterStep.class.getPermittedSubclasses()))
        .containsAll(Set.of(FaultStep.class.getPermittedSubclasses()));
  }

  private static Set<Class<?>> made(SeedRun.Kind kind) {
    return LongStream.rangeClosed(1, 20)
        .boxed()
        .flatMap(seed -> kind.scenario(seed, SeedRun.STEPS).steps().stream())
        .map(Object::getClass)
        .collect(Collectors.toSet());
  }

  @Test
  void aStepForOtherClientsIsAFinding() {
    Scenario scenario = Scenario.ofWriting(1, 20).with(List.of(new UserStep.Pause(1)));

    assertThat(Simulation.play(scenario).violation())
        .hasMessageContaining("is for clients of another kind");
  }
}
