package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.FetchPlan;
import io.toppar.domain.RecordingEffects;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The reason not to fetch, as a line of the log. */
@NullUnmarked
class DecisionLogTest {

  private final RecordingEffects effects = new RecordingEffects();
  private final Toppar toppar =
      new Toppar(new TopicPartition("t", 3), new TestSettings().build().toppar());

  @Test
  void aReasonIsSaidOnceAndAnotherWithTheOneBefore() {
    toppar.onLeader(1, 0, 0, effects);
    toppar.start(42, -1, 0, effects);
    toppar.pause(0, effects);
    toppar.planFetch(0, new FetchPlan());
    assertThat(DecisionLog.change(null, toppar)).isEqualTo("t[3] at 42 on broker 1: PAUSED");
    assertThat(DecisionLog.change(FetchDecision.PAUSED, toppar)).isNull();

    toppar.resume(0, effects);
    toppar.planFetch(0, new FetchPlan());
    assertThat(DecisionLog.change(FetchDecision.PAUSED, toppar))
        .isEqualTo("t[3] at 42 on broker 1: FETCH, was PAUSED");
  }
}
