package io.toppar.domain;

import static io.toppar.domain.MetadataFixture.MILLI;
import static io.toppar.domain.MetadataFixture.failed;
import static io.toppar.domain.MetadataFixture.led;
import static io.toppar.domain.MetadataFixture.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the cache asks, and for what. */
class MetadataPacingTest {

  private final MetadataFixture f = new MetadataFixture();

  @Test
  void whatIsWantedIsAskedForAtOnceInOneRequest() {
    f.cache.want("t", f.now);
    f.cache.want("u", f.now);
    f.cache.want("t", f.now);
    assertThat(f.cache.deadline()).isEqualTo(f.now);
    assertThat(f.plan().topics()).containsExactly("t", "u");
  }

  @Test
  void atMostOneRequestIsInFlight() {
    f.cache.want("t", f.now);
    f.plan();
    f.cache.want("u", f.now);
    assertThat(f.cache.plan(f.now)).isNull();
    assertThat(f.cache.deadline()).isEqualTo(Deadlines.NONE);
    f.answer(topic("t", led(0, 1, 1)));
    assertThat(f.plan().topics()).containsExactly("u");
  }

  @Test
  void nothingIsAskedForWhenNothingIsWanted() {
    assertThat(f.cache.plan(f.now)).isNull();
    assertThat(f.cache.deadline()).isEqualTo(Deadlines.NONE);
  }

  /** The intervals of 0146: at once, then doubling from 100 ms to 1 s, with a fifth of jitter. */
  @Test
  void aMissingLeaderIsLookedForAtGrowingJitteredIntervals() {
    for (long seed = 0; seed < 20; seed++) {
      MetadataFixture seeded = new MetadataFixture(MetadataFixture.CONFIG, seed);
      seeded.cache.want("t", seeded.now);
      long[] expected = {100, 200, 400, 800, 1_000, 1_000, 1_000};
      for (long millis : expected) {
        seeded.ask(topic("t", led(0, -1, 1)));
        assertThat(seeded.toDeadline())
            .as("seed %s, after %s ms", seed, millis)
            .isBetween(millis * MILLI * 8 / 10, Math.min(millis * 12 / 10, 1_000) * MILLI);
      }
      seeded.ask(topic("t", led(0, 1, 1)));
      assertThat(seeded.toDeadline()).isGreaterThan(200_000 * MILLI);
    }
  }

  @Test
  void theSameSeedGivesTheSameIntervals() {
    List<Long> first = intervals(11);
    assertThat(intervals(11)).isEqualTo(first);
    assertThat(intervals(12)).isNotEqualTo(first);
  }

  private static List<Long> intervals(long seed) {
    MetadataFixture seeded = new MetadataFixture(MetadataFixture.CONFIG, seed);
    List<Long> intervals = new ArrayList<>();
    seeded.cache.want("t", seeded.now);
    for (int i = 0; i < 10; i++) {
      seeded.plan();
      seeded.cache.onFailed(seeded.now);
      intervals.add(seeded.toDeadline());
    }
    return intervals;
  }

  @Test
  void aFailedRequestIsSentAgainAfterTheBackOff() {
    f.cache.want("t", f.now);
    f.plan();
    f.pass(30_000);
    f.cache.onFailed(f.now);
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.plan().topics()).containsExactly("t");
  }

  /** B051. */
  @Test
  void anErrorAsksAtOnceWhenAllWasQuiet() {
    f.known("t", led(0, 1, 1));
    f.pass(5_000);
    f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
    assertThat(f.cache.deadline()).isEqualTo(f.now);
    assertThat(f.plan()).isEqualTo(new MetadataPlan(List.of("t"), RefreshReason.LEADER_ERROR));
  }

  @Test
  void errorsInAStormAskAtTheBackOffsPaceAndNoFaster() {
    f.known("t", led(0, 1, 1));
    f.pass(5_000);
    long start = f.now;
    int asked = 0;
    while (f.now - start < 10_000 * MILLI) {
      f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
      if (f.cache.plan(f.now) != null) {
        asked++;
        f.answer(topic("t", led(0, 1, 1)));
      }
      f.pass(1);
    }
    assertThat(asked).isBetween(11, 16);
  }

  @Test
  void aDemandMadeWhileTheAnswerIsOnItsWayIsAskedForAgain() {
    f.known("t", led(0, 1, 1));
    f.pass(5_000);
    f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
    f.plan();
    f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
    f.answer(topic("t", led(0, 1, 1)));
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    f.ask(topic("t", led(0, 2, 2)));
    assertThat(f.told).containsExactly("t[0] led by 2 epoch 2");
  }

  @Test
  void oneTopicThatIsMissingForEverDoesNotSlowTheSearchForAnothersLeader() {
    f.known("t", led(0, 1, 1));
    f.cache.want("missing", f.now);
    for (int i = 0; i < 8; i++) {
      f.ask(failed("missing", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
      f.toDeadline();
    }
    f.ask(failed("missing", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
    assertThat(f.plan().topics()).containsExactly("t");
  }

  @Test
  void allThatIsWantedIsRefreshedOncePerInterval() {
    f.cache.want("u", f.now);
    f.cache.want("t", f.now);
    f.ask(topic("t", led(0, 1, 1)), topic("u", led(0, 1, 1)));
    for (int i = 0; i < 3; i++) {
      assertThat(f.toDeadline()).isEqualTo(300_000 * MILLI);
      assertThat(f.plan()).isEqualTo(new MetadataPlan(List.of("u", "t"), RefreshReason.PERIODIC));
      f.answer(topic("t", led(0, 1, 1)), topic("u", led(0, 1, 1)));
    }
  }

  @Test
  void periodicRefreshesDoNotLengthenTheBackOff() {
    f.known("t", led(0, 1, 1));
    for (int i = 0; i < 5; i++) {
      f.toDeadline();
      f.ask(topic("t", led(0, 1, 1)));
    }
    f.cache.refresh("t", RefreshReason.LEADER_ERROR, f.now);
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
  }

  @Test
  void whatIsDueAlmostTogetherGoesInOneRequest() {
    f.cache.want("t", f.now);
    f.cache.want("u", f.now);
    f.ask(topic("t", led(0, -1, 1)), topic("u", led(0, -1, 1)));
    f.toDeadline();
    assertThat(f.plan().topics()).containsExactlyInAnyOrder("t", "u");
  }

  @Test
  void aFailedRequestForTheBrokersIsSentAgainAfterTheBackOff() {
    f.cache.refresh(null, RefreshReason.UNKNOWN_BROKER, f.now);
    f.plan();
    f.cache.onFailed(f.now);
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.plan().topics()).isEmpty();
  }

  @Test
  void theIntervalMayBeNever() {
    MetadataFixture never =
        new MetadataFixture(new MetadataConfig(MetadataConfig.NEVER, MILLI, MILLI, 0), 1);
    never.known("t", led(0, 1, 1));
    assertThat(never.cache.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aFailedPeriodicRefreshIsSentAgainAfterTheBackOff() {
    f.known("t", led(0, 1, 1));
    f.toDeadline();
    f.plan();
    f.cache.onFailed(f.now);
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.plan().topics()).containsExactly("t");
  }

  @Test
  void aRefreshOfEverythingAsksForTheBrokersEvenWhenNothingIsWanted() {
    f.cache.refresh(null, RefreshReason.UNKNOWN_BROKER, f.now);
    assertThat(f.plan()).isEqualTo(new MetadataPlan(List.of(), RefreshReason.UNKNOWN_BROKER));
    f.answer();
    assertThat(f.told).containsExactly("brokers [1, 2, 3]");
    f.cache.want("t", f.now);
    f.ask(topic("t", led(0, 1, 1)));
    f.pass(5_000);
    f.cache.refresh(null, RefreshReason.BROKER_DOWN, f.now);
    assertThat(f.plan()).isEqualTo(new MetadataPlan(List.of("t"), RefreshReason.BROKER_DOWN));
  }

  @Test
  void aTopicThatTheAnswerForgotIsAskedForAgain() {
    f.cache.want("t", f.now);
    f.cache.want("u", f.now);
    f.ask(topic("t", led(0, 1, 1)));
    f.toDeadline();
    assertThat(f.plan().topics()).containsExactly("u");
  }

  @Test
  void whatIsNotWantedAnyMoreIsNotAskedFor() {
    f.cache.want("t", f.now);
    f.cache.unwant("t");
    assertThat(f.cache.plan(f.now)).isNull();
    f.cache.want("u", f.now);
    f.plan();
    f.cache.unwant("u");
    f.cache.onFailed(f.now);
    assertThat(f.toDeadline()).isEqualTo(300_000 * MILLI);
    f.cache.refresh("u", RefreshReason.REQUESTED, f.now);
    assertThat(f.plan()).isEqualTo(new MetadataPlan(List.of(), RefreshReason.PERIODIC));
  }

  @Test
  void aTopicWantedAgainWhileItsAnswerIsOnItsWayIsKnownByIt() {
    f.cache.want("t", f.now);
    f.plan();
    f.cache.unwant("t");
    f.cache.want("t", f.now);
    f.answer(topic("t", led(0, 1, 1)));
    assertThat(f.told).contains("t[0] led by 1 epoch 1");
  }

  @Test
  void intervalsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new MetadataConfig(0, 1, 1, 1)).hasMessageContaining("refresh");
    assertThatThrownBy(() -> new MetadataConfig(1, 0, 1, 1)).hasMessageContaining("back-off");
    assertThatThrownBy(() -> new MetadataConfig(1, 2, 1, 1)).hasMessageContaining("back-off");
    assertThatThrownBy(() -> new MetadataConfig(1, 1, 1, -1)).hasMessageContaining("propagation");
    assertThat(MetadataConfig.DEFAULTS.refreshIntervalNanos()).isEqualTo(300_000 * MILLI);
  }
}
