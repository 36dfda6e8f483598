package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Commit;
import org.junit.jupiter.api.Test;

/** When a lower position is committed, and whose word that takes (O3). */
final class CommitBackwardsTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void aSeekBackIsARewindWhatIsProcessedFromThereIsCommittedAndThenForwardOnly() {
    f.activeAt(0);
    commit(80);
    toppar.seek(10, -1, f.now, f.effects);
    f.pass(5_000);
    assertThat(f.effects.take(Commit.class)).as("the seek itself stores nothing").isEmpty();

    release(20);
    f.pass(5_000);

    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(20);
    toppar.onCommitted(20, -1, f.now, f.effects);
    release(15);
    f.pass(5_000);
    assertThat(f.effects.take(Commit.class)).isEmpty();
  }

  @Test
  void theCommitOfWhatWasStoredBeforeASeekBackDoesNotEndTheRewind() {
    f.activeAt(0);
    release(80);
    f.pass(5_000);
    f.effects.take();
    toppar.seek(10, -1, f.now, f.effects);
    toppar.onCommitted(80, -1, f.now, f.effects);
    release(20);
    f.pass(5_000);
    assertThat(f.effects.take(Commit.class)).as("in flight at the seek").hasSize(1);

    TopparFixture due = new TopparFixture().activeAt(0);
    due.toppar.onReleased(2, 80, -1, due.now, due.effects);
    due.toppar.seek(10, -1, due.now, due.effects);
    due.pass(5_000);
    due.toppar.onCommitted(80, -1, due.now, due.effects);
    due.toppar.onReleased(3, 20, -1, due.now, due.effects);
    due.effects.take();
    due.pass(5_000);
    assertThat(due.effects.only(Commit.class).offset()).as("due at the seek").isEqualTo(20);
  }

  @Test
  void aPositionStoredFromRecordsCountsLikeAnExplicitOneWhileTheirVersionIsThePresentOne() {
    f.activeAt(0);
    commit(80);

    assertThat(storeFrom(2, 40)).isEqualTo(CommandResult.OK);

    assertThat(toppar.storedMetadata()).isEqualTo("m");
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class)).isEqualTo(new Commit(toppar, 40, 0, "m"));
    assertThat(storeFrom(2, -1)).isEqualTo(CommandResult.INVALID_ARGUMENT);
  }

  @Test
  void aPositionInRecordsFromBeforeASeekATruncationOrANewTopicIsRefusedByName() { // V4, B221
    f.activeAt(100);
    toppar.seek(50, -1, f.now, f.effects);
    assertThat(storeFrom(2, 120)).as("a seek").isEqualTo(CommandResult.OUTDATED);
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.versionDrops()).isEqualTo(1);

    f.fetched(TopparFixture.diverging(0, 40));
    assertThat(storeFrom(3, 50)).as("a truncation").isEqualTo(CommandResult.OUTDATED);

    toppar.onTopicId(new TopicId(1, 1), f.now, f.effects);
    int old = toppar.version();
    toppar.onTopicId(new TopicId(1, 2), f.now, f.effects);
    assertThat(storeFrom(old, 50)).as("another topic").isEqualTo(CommandResult.OUTDATED);
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.store(7, -1, "", f.now, f.effects))
        .as("by number it is an order")
        .isEqualTo(CommandResult.OK);
  }

  private CommandResult storeFrom(int version, long offset) {
    return toppar.storeDelivered(version, offset, 0, "m", f.now, f.effects);
  }

  private void release(long offset) {
    toppar.onReleased(toppar.version(), offset, -1, f.now, f.effects);
  }

  private void commit(long offset) {
    release(offset);
    f.pass(5_000);
    toppar.onCommitted(offset, -1, f.now, f.effects);
    f.effects.take();
  }
}
