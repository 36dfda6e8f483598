package example.domainonly;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPlan;
import io.toppar.domain.FetchState;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.Offsets;
import io.toppar.domain.RecordingEffects;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparConfig;
import io.toppar.domain.TopparEffect;
import io.toppar.domain.TopicPartition;

/** Drives one toppar by hand, with nothing of Toppar but its domain. */
public final class DriveByHand {

  private DriveByHand() {}

  public static void main(String[] args) {
    Toppar toppar = new Toppar(new TopicPartition("lines", 0), settings());
    RecordingEffects effects = new RecordingEffects();

    toppar.onLeader(1, 5, 0, effects);
    toppar.start(Offsets.BEGINNING, -1, 0, effects);
    expect(toppar.state() == FetchState.OFFSET_WAIT, "an offset is being looked up: " + toppar);

    int request = effects.only(TopparEffect.ListOffsets.class).request();
    toppar.onOffsetResolved(request, 100, -1, 1, effects);
    FetchPlan plan = new FetchPlan();
    expect(toppar.planFetch(2, plan), "it can be fetched: " + toppar.decision());
    expect(toppar.fetchOffset() == 100, "from offset 100: " + toppar.fetchOffset());

    toppar.onFetched(toppar.version(), reply(new Records(100, 110)), 3, effects);
    expect(effects.take(TopparEffect.Deliver.class).size() == 1, "the records are delivered");
    expect(toppar.fetchOffset() == 110, "reading goes on behind them: " + toppar.fetchOffset());
    System.out.println("domain ok: " + toppar);
  }

  private static TopparConfig settings() {
    long second = 1_000_000_000L;
    return new TopparConfig(
        ResetPolicy.EARLIEST,
        IsolationLevel.READ_COMMITTED,
        false,
        1 << 20,
        1 << 24,
        100_000,
        1 << 21,
        second,
        second,
        second,
        second,
        false);
  }

  private static FetchedPartition reply(BatchHandle records) {
    return new FetchedPartition(
        new TopicPartition("lines", 0), ErrorCode.NONE, 110, 110, 0, -1, -1, -1, -1, -1, records, null);
  }

  private static void expect(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }

  /** A range of offsets without bytes. */
  private record Records(long baseOffset, long nextOffset) implements BatchHandle {
    @Override
    public int sizeBytes() {
      return 1000;
    }

    @Override
    public int leaderEpoch() {
      return 5;
    }

    @Override
    public int recordCount() {
      return (int) (nextOffset - baseOffset);
    }

    @Override
    public void release() {}
  }
}
