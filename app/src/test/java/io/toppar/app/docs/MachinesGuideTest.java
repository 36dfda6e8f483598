package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPlan;
import io.toppar.domain.FetchState;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.Offsets;
import io.toppar.domain.RecordingEffects;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparConfig;
import io.toppar.domain.TopparEffect.Commit;
import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.Join;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.Stopped;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The partition that docs/machines.md drives by hand, as it stands there. */
class MachinesGuideTest {

  // docs: settings
  private static final TopparConfig SETTINGS =
      new TopparConfig(
          ResetPolicy.EARLIEST, // where to go without an offset, or with one that is out of range
          IsolationLevel.READ_COMMITTED, // records of aborted transactions are hidden
          true, // partitionEof: tell the end of the log
          1_000_000, // maxPartitionFetchBytes: the first size asked for
          50_000_000, // maxFetchBytes: how far that may grow
          100_000, // maxQueuedRecords: not fetched while more wait for the application
          64_000_000, // maxQueuedBytes: the same in bytes
          Duration.ofMillis(500).toNanos(), // errorBackoffNanos: after a Fetch that failed
          Duration.ofMillis(500).toNanos(), // queryBackoffNanos: after a look-up that failed
          Duration.ofMillis(100).toNanos(), // resetDelayNanos: before the look-up of a reset
          Duration.ofSeconds(5).toNanos(), // commitIntervalNanos; 0 commits only on stop
          true); // commits: stored positions are committed at all

  // docs: end

  // docs: batches
  /** What a Fetch brought. What is in it concerns you and the application, not the machine. */
  record Words(long baseOffset, long nextOffset, int leaderEpoch, int recordCount, int sizeBytes)
      implements BatchHandle {
    @Override
    public void release() {} // give the memory back
  }

  // docs: end

  // docs: toppar
  @Test
  void onePartitionByHand() {
    TopicPartition name = new TopicPartition("words", 0);
    Toppar toppar = new Toppar(name, SETTINGS);
    RecordingEffects effects = new RecordingEffects(); // what the toppar wants done
    long now = 0; // nanoseconds of whatever clock is yours

    // Metadata names broker 1 as leader in epoch 7. The application starts at the end of the log.
    toppar.onLeader(1, 7, now, effects);
    assertThat(effects.only(Join.class).brokerId()).isEqualTo(1);
    toppar.start(Offsets.END, -1, now, effects);
    ListOffsets lookup = effects.only(ListOffsets.class); // ask broker 1 where the log ends ...
    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_WAIT);
    toppar.onOffsetResolved(lookup.request(), 100, 7, now, effects); // ... at 100

    // Whenever broker 1 can be asked, the toppar says what it would have of it. Three records come.
    FetchPlan fetch = new FetchPlan();
    assertThat(toppar.planFetch(now, fetch)).isTrue();
    assertThat(fetch.fetchOffset()).isEqualTo(100);
    Words words = new Words(100, 103, 7, 3, 60);
    FetchedPartition reply =
        new FetchedPartition(name, ErrorCode.NONE, 103, 103, 0, -1, -1, -1, -1, -1, words, null);
    toppar.onFetched(fetch.version(), reply, now, effects);
    Deliver records = effects.take(Deliver.class).get(0); // pass them to the application ...
    toppar.onHandedOver(records.version(), 103, 7, 3, 60, now, effects); // ... which took them ...
    toppar.onReleased(records.version(), 103, 7, now, effects); // ... and is through with them
    assertThat(toppar.storedOffset()).isEqualTo(103);

    // Broker 2 becomes the leader. Has it everything that was read of broker 1?
    toppar.onLeader(2, 8, now, effects);
    ValidateEpoch question = effects.take(ValidateEpoch.class).get(0);
    assertThat(toppar.planFetch(now, fetch)).isFalse();
    toppar.onEpochEnd(question.request(), 7, 103, now, effects); // epoch 7 ends at 103: yes
    toppar.onLeft(1, now, effects); // broker 1 was left, as the effect Leave had asked
    assertThat(effects.take(Join.class)).containsExactly(new Join(toppar, 2));
    assertThat(toppar.planFetch(now, fetch)).isTrue();

    // The application has enough. What it stored is written before the stop is over.
    toppar.stop(now, effects);
    assertThat(effects.only(Commit.class).offset()).isEqualTo(103);
    toppar.onCommitted(103, 7, now, effects);
    assertThat(effects.only(Stopped.class).toppar().state()).isEqualTo(FetchState.STOPPED);
  }

  // docs: end

  @Test
  void theGuideShowsThisTest() throws IOException {
    Guide guide = new Guide("machines.md", getClass());
    guide.assertShows("settings");
    guide.assertShows("batches");
    guide.assertShows("toppar");
    assertThat(guide.lines("toppar")).as("a worked example is short").isLessThanOrEqualTo(40);
  }
}
