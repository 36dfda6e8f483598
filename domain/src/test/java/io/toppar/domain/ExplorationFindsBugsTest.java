package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Exploration.Report;
import io.toppar.domain.Exploration.Scope;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exploration can fail: each planted bug is found, by the shortest way to it. */
final class ExplorationFindsBugsTest {

  @ParameterizedTest
  @CsvSource({
    "BARRIER_IGNORED, 4, what is queued is counted",
    "LATE_ANSWER_TAKEN, 4, is impossible in state",
    "WAKE_UP_LOST, 1, there is always a way out",
    "RELEASE_FORGOTTEN, 4, the budget holds what is in memory",
    "LEAVE_FORGOTTEN, 2, and is still on",
    "ROOM_NOT_TOLD, 4, there is always a way out",
    "TIMER_LOST, 2, a deadline lies ahead"
  })
  void isFoundByTheShortestWay(PlantedBug bug, int steps, String promise) {
    Scope scope = new Scope(bug, List.of(ResetPolicy.EARLIEST), List.of(List.of()));

    Report report = new Exploration(scope).run(steps + 1, 2);

    assertThat(report.failure()).as("%s: %s", bug, report).hasMessageContaining(promise);
    assertThat(report.trace()).hasSize(steps);
  }
}
