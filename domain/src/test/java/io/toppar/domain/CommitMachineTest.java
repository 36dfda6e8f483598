package io.toppar.domain;

import static io.toppar.domain.CommitFixture.MILLI;
import static io.toppar.domain.CommitFixture.T0;
import static io.toppar.domain.CommitFixture.T1;
import static io.toppar.domain.CommitFixture.T2;
import static io.toppar.domain.CommitFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommitMachineTest {

  private final CommitFixture f = CommitFixture.found();

  @Test
  void whatIsStoredInOneTurnGoesInOneCommit() {
    f.store(T0, 5);
    f.store(T1, 6);
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5 t[1]@6");
    assertThat(f.answer(ErrorCode.NONE, ErrorCode.NONE)).containsExactly("1 stored", "2 stored");
    assertThat(f.machine.open()).isZero();
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void whatComesDuringACommitGoesTogetherInTheNext() {
    f.store(T0, 5);
    f.turn();
    f.store(T1, 6);
    f.store(T2, 7);
    assertThat(f.turn()).isEmpty();
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored", "commit at 1: t[1]@6 t[2]@7");
  }

  @Test
  void aNewerStoreReplacesOneThatWaitsAndBothEndWithIt() {
    f.store(T0, 5);
    f.turn();
    f.store(T0, 6);
    f.store(T0, 4);
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored", "commit at 1: t[0]@4");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("2 stored", "3 stored");
  }

  @Test
  void aLoadWaitsForTheStoreBeforeItAndTheNextStoreForTheLoad() {
    f.store(T0, 5);
    f.load(T0);
    f.load(T0);
    f.store(T0, 6);
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored", "fetch at 1: t[0]");
    assertThat(f.fetched(at(T0, 5)))
        .containsExactly("2 loaded 5", "3 loaded 5", "commit at 1: t[0]@6");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("4 stored");
  }

  @Test
  void aLookUpOfOnePartitionDoesNotHoldUpACommitOfAnother() {
    f.load(T0);
    assertThat(f.turn()).containsExactly("fetch at 1: t[0]");
    f.store(T1, 6);
    f.load(T2);
    assertThat(f.turn()).containsExactly("commit at 1: t[1]@6");
    assertThat(f.fetched(CommittedOffset.none(T0)))
        .containsExactly("1 loaded INVALID", "fetch at 1: t[2]");
  }

  @Test
  void aRequestTakesOnlySoManyPartitions() {
    for (int i = 0; i < 6; i++) {
      f.store(new TopicPartition("u", i), i);
    }
    assertThat(f.turn()).containsExactly("commit at 1: u[0]@0 u[1]@1 u[2]@2 u[3]@3");
    ErrorCode none = ErrorCode.NONE;
    assertThat(f.answer(none, none, none, none)).contains("commit at 1: u[4]@4 u[5]@5");
  }

  /** B160: what came of an earlier try is not told with a later one. */
  @Test
  void eachPartitionOfAnAnswerIsDealtWithByItself() {
    f.store(T0, 5);
    f.store(T1, 6);
    f.store(T2, 7);
    f.turn();
    assertThat(
            f.answer(
                ErrorCode.NONE,
                ErrorCode.UNKNOWN_SERVER_ERROR,
                ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        .containsExactly(
            "1 stored",
            "3 refused TOPIC_AUTHORIZATION_FAILED: the offset of t[2] is not committed in group"
                + " 'g': this client may not use the topic; allow it to READ topic 't'");
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.turn()).containsExactly("commit at 1: t[1]@6");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("2 stored");
    f.store(T2, 8);
    f.turn();
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("4 stored");
  }

  @Test
  void aStoreThatIsTriedAgainGivesWayToANewerOne() {
    f.store(T0, 5);
    f.turn();
    f.store(T0, 9);
    f.answer(ErrorCode.UNKNOWN_SERVER_ERROR);
    f.toDeadline();
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@9");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored", "2 stored");
  }

  @Test
  void aStoreBehindALoadIsNotPutBeforeItWhenTheFirstIsTriedAgain() {
    f.store(T0, 5);
    f.turn();
    f.load(T0);
    f.store(T0, 9);
    f.answer(ErrorCode.UNKNOWN_SERVER_ERROR);
    f.toDeadline();
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5");
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {"NOT_COORDINATOR", "COORDINATOR_NOT_AVAILABLE"})
  void aCoordinatorThatIsNoneIsLookedForAndTheCommitGoesToTheNext(ErrorCode error) {
    f.store(T0, 5);
    f.store(T1, 6);
    f.turn();
    assertThat(f.answer(error, error)).isEmpty();
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.turn()).containsExactly("find");
    assertThat(f.find(2)).containsExactly("commit at 2: t[0]@5 t[1]@6");
    assertThat(f.answer(ErrorCode.NONE, ErrorCode.NONE)).containsExactly("1 stored", "2 stored");
  }

  @Test
  void aLostConnectionIsALostCoordinator() {
    f.store(T0, 5);
    f.load(T1);
    f.turn();
    f.machine.onCommitFailed(ErrorCode.LOCAL_TRANSPORT, "gone", f.now, f);
    f.machine.onFetchFailed(ErrorCode.LOCAL_TRANSPORT, "gone", f.now, f);
    assertThat(f.turn()).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("find");
    assertThat(f.find(2)).containsExactly("commit at 2: t[0]@5", "fetch at 2: t[1]");
  }

  @Test
  void aCoordinatorThatLoadsIsKeptAndSparedForAMoment() {
    f.store(T0, 5);
    f.turn();
    assertThat(f.answer(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)).isEmpty();
    f.store(T1, 6);
    assertThat(f.turn()).isEmpty();
    assertThat(f.toDeadline()).isBetween(80 * MILLI, 120 * MILLI);
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5 t[1]@6");
  }

  @Test
  void anOffsetOfAnOpenTransactionIsAskedForUntilItIsDecided() {
    f.load(T0);
    f.turn();
    for (int i = 0; i < 20; i++) {
      assertThat(f.fetched(CommittedOffset.failed(T0, ErrorCode.UNSTABLE_OFFSET_COMMIT))).isEmpty();
      f.toDeadline();
      assertThat(f.turn()).containsExactly("fetch at 1: t[0]");
    }
    assertThat(f.fetched(at(T0, 9))).containsExactly("1 loaded 9");
  }

  /** A topic that has just been made is not known to every broker at once. */
  @Test
  void aTopicThatTheCoordinatorDoesNotKnowIsTriedTwiceMore() {
    f.store(T0, 5);
    f.turn();
    for (int i = 0; i < 2; i++) {
      assertThat(f.answer(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)).isEmpty();
      f.toDeadline();
      assertThat(f.turn()).containsExactly("commit at 1: t[0]@5");
    }
    assertThat(f.answer(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
        .containsExactly(
            "1 refused UNKNOWN_TOPIC_OR_PARTITION: the offset of t[0] is not committed in group"
                + " 'g': the coordinator knows no t[0]; has the topic been deleted?");
  }

  @Test
  void whatTakesThePlaceOfAStoreThatFailsIsNotTriedMoreOftenThanThatOne() {
    f.store(T0, 5);
    f.turn();
    for (int i = 6; i < 8; i++) {
      f.store(T0, i);
      assertThat(f.answer(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)).isEmpty();
      f.toDeadline();
      assertThat(f.turn()).containsExactly("commit at 1: t[0]@" + i);
    }
    assertThat(f.answer(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
        .hasSize(3)
        .allMatch(line -> line.contains("refused UNKNOWN_TOPIC_OR_PARTITION"));
  }

  @Test
  void whatIsInFlightOutlivesALookUpOfTheCoordinatorThatFailsForGood() {
    f.store(T0, 5);
    f.turn();
    f.load(T1);
    f.turn();
    f.machine.onFetchFailed(ErrorCode.NOT_COORDINATOR, "", f.now, f);
    f.toDeadline();
    f.turn();

    f.machine.onCoordinatorFailed(ErrorCode.GROUP_AUTHORIZATION_FAILED, "", f.now, f);

    assertThat(f.turn()).hasSize(1).first().asString().startsWith("2 refused");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored");
  }

  @Test
  void aCommitTooLargeForTheBrokerIsHalvedUntilItFits() {
    for (int i = 0; i < 4; i++) {
      f.store(new TopicPartition("u", i), i);
    }
    f.turn();
    ErrorCode size = ErrorCode.INVALID_COMMIT_OFFSET_SIZE;
    assertThat(f.answer(size, size, size, size)).containsExactly("commit at 1: u[0]@0 u[1]@1");
    assertThat(f.answer(ErrorCode.NONE, ErrorCode.NONE))
        .containsExactly("1 stored", "2 stored", "commit at 1: u[2]@2 u[3]@3");
    assertThat(f.answer(size, size)).containsExactly("commit at 1: u[2]@2");
    assertThat(f.answer(size).get(0)).startsWith("3 refused INVALID_COMMIT_OFFSET_SIZE");
  }

  @Test
  void aCommitThatWasHalvedGrowsAgainWithEachFullOneThatIsTaken() {
    for (int i = 0; i < 9; i++) {
      f.store(new TopicPartition("u", i), i);
    }
    f.turn();
    ErrorCode size = ErrorCode.INVALID_COMMIT_OFFSET_SIZE;
    ErrorCode none = ErrorCode.NONE;
    assertThat(f.answer(size, size, size, size)).last().asString().endsWith("u[4]@4 u[5]@5");
    assertThat(f.answer(none, none)).last().asString().endsWith("u[6]@6 u[7]@7 u[8]@8");
    assertThat(f.answer(none, none, none))
        .last()
        .asString()
        .endsWith("u[0]@0 u[1]@1 u[2]@2 u[3]@3");
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "UNKNOWN_MEMBER_ID",
        "ILLEGAL_GENERATION",
        "FENCED_INSTANCE_ID",
        "STALE_MEMBER_EPOCH",
        "REBALANCE_IN_PROGRESS"
      })
  void aGroupWithLiveMembersIsNamedAsSuch(ErrorCode error) {
    f.store(T0, 5);
    f.turn();
    assertThat(f.answer(error))
        .containsExactly(
            "1 refused "
                + error
                + ": the offset of t[0] is not committed in group 'g': the group has live members,"
                + " and only they may commit its offsets; stop them, or give this client a"
                + " group.id of its own");
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "GROUP_AUTHORIZATION_FAILED",
        "TOPIC_AUTHORIZATION_FAILED",
        "OFFSET_METADATA_TOO_LARGE",
        "INVALID_GROUP_ID",
        "INVALID_REQUEST"
      })
  void whatIsRefusedForGoodFailsAtOnceAndLeavesTheNextAlone(ErrorCode error) {
    f.store(T0, 5);
    f.turn();
    f.store(T0, 6);
    List<String> ended = f.answer(error);
    assertThat(ended.get(0)).startsWith("1 refused " + error + ": the offset of t[0]");
    assertThat(ended.get(1)).isEqualTo("commit at 1: t[0]@6");
    assertThat(ended).hasSize(2);
  }

  /** B061: a look-up that fails for a passing reason is asked again, and nothing else happens. */
  @Test
  void aLookUpThatLosesItsConnectionThreeTimesIsAnsweredTheFourth() {
    f.load(T0);
    f.turn();
    for (int i = 0; i < 3; i++) {
      f.machine.onFetchFailed(ErrorCode.LOCAL_TRANSPORT, "gone", f.now, f);
      assertThat(f.turn()).isEmpty();
      f.toDeadline();
      assertThat(f.turn()).containsExactly("find");
      assertThat(f.find(1)).containsExactly("fetch at 1: t[0]");
    }
    assertThat(f.fetched(at(T0, 77))).containsExactly("1 loaded 77");
  }

  @Test
  void aGroupThatMayNotBeUsedIsSaidByTheLookUpAsAWhole() {
    f.load(T0);
    f.load(T1);
    f.turn();
    f.machine.onFetchFailed(ErrorCode.GROUP_AUTHORIZATION_FAILED, "broker 1 said so", f.now, f);
    assertThat(f.turn())
        .containsExactly(
            "1 refused GROUP_AUTHORIZATION_FAILED: the offset of t[0] cannot be looked up in group"
                + " 'g': this client may not use the group; allow it to READ group 'g'",
            "2 refused GROUP_AUTHORIZATION_FAILED: the offset of t[1] cannot be looked up in group"
                + " 'g': this client may not use the group; allow it to READ group 'g'");
  }

  /** O9: what cannot be committed ends, too. */
  @Test
  void anOperationEndsAtItsDeadlineThoughItsRequestIsStillOut() {
    f.store(T0, 5);
    f.turn();
    f.pass(10_000);
    f.store(T0, 6);
    assertThat(f.pass(50_000))
        .containsExactly(
            "1 failed LOCAL_TIMED_OUT: the offset of t[0] is not committed in group 'g' in time:"
                + " its coordinator, broker 1, has not answered yet");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("commit at 1: t[0]@6");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("2 stored");
  }

  @Test
  void whatLastsTooLongTellsTheLastTrouble() {
    f.store(T0, 5);
    f.turn();
    f.answer(ErrorCode.UNKNOWN_SERVER_ERROR);
    f.machine.endBy(f.now + 50 * MILLI);
    assertThat(f.pass(50).get(0))
        .startsWith("1 failed UNKNOWN_SERVER_ERROR: the offset of t[0]")
        .contains(ErrorCode.UNKNOWN_SERVER_ERROR.describe());
    assertThat(f.machine.open()).isZero();
  }

  @Test
  void atTheEndNothingLastsLongerThanWasSaid() {
    CommitFixture lonely = new CommitFixture();
    lonely.store(T0, 5);
    lonely.load(T1);
    assertThat(lonely.turn()).containsExactly("find");
    lonely.machine.endBy(lonely.now + 2_000 * MILLI);
    assertThat(lonely.pass(1_999)).isEmpty();
    assertThat(lonely.pass(1))
        .containsExactly(
            "1 failed LOCAL_WAIT_COORD: the offset of t[0] is not committed in group 'g' in time:"
                + " no broker has said yet which one coordinates the group",
            "2 failed LOCAL_WAIT_COORD: the offset of t[1] cannot be looked up in group 'g' in time:"
                + " no broker has said yet which one coordinates the group");
    assertThat(lonely.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aGroupWhoseCoordinatorMayNotBeAskedForFailsAllThatWaits() {
    CommitFixture lonely = new CommitFixture();
    lonely.store(T0, 5);
    lonely.load(T1);
    lonely.turn();
    lonely.machine.onCoordinatorFailed(
        ErrorCode.GROUP_AUTHORIZATION_FAILED, "no", lonely.now, lonely);
    assertThat(lonely.turn())
        .hasSize(2)
        .allMatch(line -> line.contains("refused GROUP_AUTHORIZATION_FAILED"));
    lonely.store(T0, 6);
    lonely.toDeadline();
    assertThat(lonely.turn()).containsExactly("find");
  }

  @Test
  void aClientThatEndsEndsWhatIsOut() {
    f.store(T0, 5);
    f.turn();
    f.machine.onCommitFailed(ErrorCode.LOCAL_DESTROY, "the gateway was closed", f.now, f);
    assertThat(f.turn())
        .containsExactly(
            "1 refused LOCAL_DESTROY: the offset of t[0] is not committed in group 'g': the gateway"
                + " was closed");
  }

  @Test
  void anAnswerWithoutAQuestionIsABug() {
    assertThatThrownBy(() -> f.answer(ErrorCode.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("committed");
    assertThatThrownBy(() -> f.fetched()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> f.find(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsDeletedInOneTurnGoesInOneRequestOfSoManyPartitions() {
    for (int i = 0; i < 5; i++) {
      f.delete(new TopicPartition("u", i));
    }
    assertThat(f.turn()).containsExactly("delete at 1: u[0] u[1] u[2] u[3]");
    ErrorCode none = ErrorCode.NONE;
    assertThat(f.deleted(none, none, none, none))
        .containsExactly("1 deleted", "2 deleted", "3 deleted", "4 deleted", "delete at 1: u[4]");
    assertThat(f.deleted(none)).containsExactly("5 deleted");
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aDeleteKeepsItsPlaceAmongTheStoresAndLoadsOfItsPartition() {
    f.store(T0, 5);
    f.delete(T0);
    f.delete(T0);
    f.load(T0);
    f.store(T0, 6);
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("1 stored", "delete at 1: t[0]");
    assertThat(f.deleted(ErrorCode.NONE))
        .containsExactly("2 deleted", "3 deleted", "fetch at 1: t[0]");
    assertThat(f.fetched(CommittedOffset.none(T0)))
        .containsExactly("4 loaded INVALID", "commit at 1: t[0]@6");
    assertThat(f.answer(ErrorCode.NONE)).containsExactly("5 stored");
  }

  @Test
  void aDeleteFollowsTheGroupToItsNextCoordinatorAndWaitsWhileThatLoads() {
    f.delete(T0);
    f.turn();
    f.machine.onDeleteFailed(ErrorCode.NOT_COORDINATOR, "moved", f.now, f);
    f.turn();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("find");
    assertThat(f.find(2)).containsExactly("delete at 2: t[0]");
    f.machine.onDeleteFailed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loads", f.now, f);
    assertThat(f.turn()).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("delete at 2: t[0]");
    f.machine.onDeleteFailed(ErrorCode.LOCAL_TRANSPORT, "gone", f.now, f);
    f.turn();
    f.toDeadline();
    f.turn();
    assertThat(f.find(1)).containsExactly("delete at 1: t[0]");
    assertThat(f.deleted(ErrorCode.NONE)).containsExactly("1 deleted");
  }

  /** The last offset of a group without members takes the group with it. */
  @Test
  void aGroupThatIsNotThereKeepsNoOffsets() {
    f.delete(T0);
    f.delete(T1);
    f.turn();
    f.machine.onDeleteFailed(ErrorCode.GROUP_ID_NOT_FOUND, "no such group", f.now, f);
    assertThat(f.turn()).containsExactly("1 deleted", "2 deleted");
  }

  @Test
  void aDeleteThatLiveMembersStandAgainstIsRefusedAndSaysWhatToDo() {
    f.delete(T0);
    f.delete(T1);
    f.turn();
    assertThat(f.deleted(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, ErrorCode.NONE))
        .containsExactly(
            "1 refused GROUP_SUBSCRIBED_TO_TOPIC: the offset of t[0] is not deleted in group 'g':"
                + " live members of the group are subscribed to topic 't'; stop them, or have them"
                + " unsubscribe, first",
            "2 deleted");
    f.delete(T0);
    f.turn();
    f.machine.onDeleteFailed(ErrorCode.NON_EMPTY_GROUP, "broker 1 answers", f.now, f);
    assertThat(f.turn())
        .containsExactly(
            "3 refused NON_EMPTY_GROUP: the offset of t[0] is not deleted in group 'g': the group"
                + " has live members that do not say which topics they read; stop them first");
    f.delete(T0);
    f.turn();
    f.machine.onDeleteFailed(ErrorCode.GROUP_AUTHORIZATION_FAILED, "broker 1 answers", f.now, f);
    assertThat(f.turn())
        .singleElement()
        .asString()
        .endsWith("this client may not use the group; allow it to DELETE group 'g'");
  }

  @Test
  void aListingIsOneRequestBesideTheOthersAndServesAllWhoWaitForIt() {
    f.list();
    f.list();
    f.store(T0, 5);
    assertThat(f.turn()).containsExactly("commit at 1: t[0]@5", "fetch all at 1");
    f.list();
    assertThat(f.turn()).isEmpty();
    assertThat(f.listed(at(T1, 7), at(T2, 8)))
        .containsExactly("1 listed: t[1]@7 t[2]@8", "2 listed: t[1]@7 t[2]@8", "fetch all at 1");
    assertThat(f.listed()).containsExactly("4 listed:");
    f.answer(ErrorCode.NONE);
    assertThat(f.machine.open()).isZero();
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aListingFollowsTheGroupAndFailsByItsDeadline() {
    f.list();
    f.turn();
    f.machine.onListFailed(ErrorCode.NOT_COORDINATOR, "moved", f.now, f);
    f.turn();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("find");
    assertThat(f.find(2)).containsExactly("fetch all at 2");
    f.machine.onListFailed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loads", f.now, f);
    f.turn();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("fetch all at 2");
    f.machine.onListFailed(ErrorCode.UNKNOWN_SERVER_ERROR, "odd", f.now, f);
    assertThat(f.turn()).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("fetch all at 2");
    assertThat(f.pass(60_000))
        .containsExactly(
            "1 failed UNKNOWN_SERVER_ERROR: the offsets of group 'g' cannot be looked up in time:"
                + " "
                + ErrorCode.UNKNOWN_SERVER_ERROR.describe());
    assertThat(f.listed(at(T0, 1))).as("late").isEmpty();
  }

  @Test
  void aListingThatIsNotAllowedIsRefusedByName() {
    f.list();
    f.turn();
    f.machine.onListFailed(ErrorCode.GROUP_AUTHORIZATION_FAILED, "", f.now, f);
    assertThat(f.turn())
        .containsExactly(
            "1 refused GROUP_AUTHORIZATION_FAILED: the offsets of group 'g' cannot be looked up:"
                + " this client may not use the group; allow it to READ group 'g'");
  }
}
