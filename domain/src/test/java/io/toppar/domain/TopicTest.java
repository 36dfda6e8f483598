package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Where the toppars of a topic are, and which of them are desired (M13-M18). */
final class TopicTest {

  private final TopicRegistry registry =
      new TopicRegistry(TopparFixture.config(ResetPolicy.EARLIEST));
  private final Topic topic = registry.create("t");

  @Test
  void aPartitionInRangeIsMadeOnceAndIsTheSameFromThenOn() {
    topic.onPartitionCount(10_000);
    assertThat(topic.find(9_999)).as("nothing is there before somebody gets it").isNull();
    Toppar last = Objects.requireNonNull(topic.get(9_999, false));

    assertThat(last.topicPartition()).isEqualTo(new TopicPartition("t", 9_999));
    assertThat(topic.get(9_999, true)).isSameAs(last);
    assertThat(topic.find(9_999)).isSameAs(last);
  }

  @Test
  void aMissIsTheUaTopparIfAskedForAndNothingOtherwise() {
    assertThat(topic.get(0, false)).as("nothing is known of the topic").isNull();
    topic.onPartitionCount(2);
    assertThat(topic.get(2, false)).isNull();
    Toppar ua = Objects.requireNonNull(topic.get(2, true));

    assertThat(ua.topicPartition().partition()).isEqualTo(TopicPartition.UNASSIGNED);
    assertThat(topic.get(-1, false)).isSameAs(ua);
    assertThat(topic.ua()).isSameAs(ua);
    assertThat(topic.holds(ua)).isTrue();
    assertThat(topic.isDesired(ua)).isFalse();
  }

  @Test
  void inquiryMakesNothingDesired() { // the flaw of M18
    topic.onPartitionCount(2);
    registry.get("t", 0, true, true);
    registry.get("t", 7, true, true);
    registry.get("other", 0, true, true);
    topic.desiredGet(0);

    assertThat(topic.desired()).isEmpty();
    assertThat(topic.partitionsWanted()).isZero();
    assertThat(topic.onPartitionCount(3)).isEmpty();
  }

  @Test
  void aTopicIsMadeOnMissOnlyIfAskedFor() {
    assertThat(registry.get("u", 0, true, false)).isNull();
    assertThat(registry.find("u")).isNull();
    assertThat(registry.get("u", 0, false, true)).isNull();
    assertThat(Objects.requireNonNull(registry.find("u")).state()).isEqualTo(TopicState.UNKNOWN);
    assertThat(registry.topics()).extracting(Topic::name).containsExactly("t", "u");
  }

  @Test
  void aNameThatNoTopicCanHaveIsRefused() { // M19
    assertThat(registry.create("x".repeat(249)).name()).hasSize(249);
    assertThatThrownBy(() -> registry.create("x".repeat(250)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a topic name of 250 characters: Kafka's longest is 249");
  }

  @Test
  void whatIsDesiredBeforeTheTopicIsKnownIsAdoptedWhenItIs() { // invariants 21 and 22
    Toppar two = topic.desiredAdd(2);
    Toppar five = topic.desiredAdd(5);
    assertThat(topic.desiredGet(2)).isSameAs(two);
    assertThat(topic.isMissing(two)).as("nobody knows").isFalse();

    assertThat(topic.onPartitionCount(4)).containsExactly(five);
    assertThat(topic.get(2, false)).isSameAs(two);
    assertThat(topic.desiredGet(2)).as("adopted").isNull();
    assertThat(topic.isMissing(five)).isTrue();
    assertThat(topic.partitionsWanted()).isEqualTo(6);

    assertThat(topic.onPartitionCount(6)).isEmpty();
    assertThat(topic.get(5, false)).isSameAs(five);
    assertThat(topic.partitionsWanted()).isZero();
    assertThat(topic.desired()).containsExactly(two, five);
  }

  @Test
  void b011AKnownPartitionIsNotListedAndNotReportedWhenTheCountGrows() {
    topic.onPartitionCount(2);
    Toppar zero = topic.desiredAdd(0);
    assertThat(topic.desiredGet(0)).isNull();

    assertThat(topic.onPartitionCount(3)).isEmpty();
    assertThat(topic.desired()).containsExactly(zero);
    assertThat(topic.get(2, false)).as("the new one is known").isNotNull();
  }

  @Test
  void everyChangeOfTheCountReportsWhoIsStillMissing() { // M15
    Toppar nine = topic.desiredAdd(9);
    assertThat(topic.onPartitionCount(2)).containsExactly(nine);
    assertThat(topic.onPartitionCount(4)).containsExactly(nine);
    assertThat(topic.onPartitionCount(0)).as("gone: told once for the topic").isEmpty();
    assertThat(topic.isMissing(nine)).isFalse();
    assertThat(topic.onPartitionCount(4)).containsExactly(nine);
  }

  @Test
  void ofPartitionsThatVanishTheDesiredAreListedAndTheOthersDropped() { // M14
    topic.onPartitionCount(3);
    Toppar desired = topic.desiredAdd(1);
    Toppar other = Objects.requireNonNull(topic.get(2, false));

    assertThat(topic.onPartitionCount(1)).containsExactly(desired);
    assertThat(topic.desiredGet(1)).isSameAs(desired);
    assertThat(topic.find(2)).isNull();
    assertThat(topic.holds(other)).isFalse();

    topic.onPartitionCount(3);
    assertThat(topic.get(1, false)).as("the same goes on").isSameAs(desired);
    assertThat(topic.get(2, false)).as("another one").isNotSameAs(other);
  }

  @Test
  void b013ACountThatFlapsKeepsTheToppar() {
    topic.onPartitionCount(15);
    Toppar twelve = topic.desiredAdd(12);
    for (int flap = 0; flap < 3; flap++) {
      assertThat(topic.onPartitionCount(6)).containsExactly(twelve);
      assertThat(topic.onPartitionCount(15)).isEmpty();
    }
    assertThat(topic.get(12, false)).isSameAs(twelve);
    assertThat(topic.isDesired(twelve)).isTrue();
  }

  @Test
  void desiringTwiceIsDesiringOnce() {
    Toppar first = topic.desiredAdd(3);
    assertThat(topic.desiredAdd(3)).isSameAs(first);
    topic.desiredAdd0(first);
    topic.desiredLink(first);
    assertThat(topic.desired()).containsExactly(first);
    topic.desiredUnlink(first);
    topic.desiredUnlink(first);
    assertThat(topic.desired()).isEmpty();
  }

  @Test
  void aPartitionGotBeforeItIsDesiredIsTheSame() {
    topic.onPartitionCount(1);
    Toppar got = Objects.requireNonNull(topic.get(0, false));
    assertThat(topic.isDesired(got)).isFalse();
    assertThat(topic.desiredAdd(0)).isSameAs(got);
    assertThat(topic.isDesired(got)).isTrue();
  }

  @Test
  void aPartitionMadeAnewIsAnotherObjectAndTheOldOneIsNotHeld() { // invariant 13
    topic.onPartitionCount(1);
    registry.create("t").desiredAdd(0);
    Toppar old = topic.desiredAdd(0);
    topic.desiredDel(old);
    assertThat(topic.find(0)).isNull();
    Toppar anew = topic.desiredAdd(0);

    assertThat(anew).isNotSameAs(old);
    assertThat(topic.holds(old)).isFalse();
    assertThat(topic.holds(anew)).isTrue();
    topic.desiredDel(old);
    assertThat(topic.desired()).as("late, hence without effect").containsExactly(anew);
  }

  @Test
  void b020ATopparIsDroppedOnceWhateverTheOrder() {
    topic.onPartitionCount(1);
    Toppar toppar = topic.desiredAdd(0);
    registry.desiredDel(toppar);
    assertThat(registry.find("t")).as("the topic goes with its last toppar").isNull();
    registry.desiredDel(toppar);
    topic.desiredDel(toppar);
    assertThat(registry.find(new TopicPartition("t", 0))).isNull();
  }

  @Test
  void thePartitionUaAndNegativeOnesCannotBeDesired() {
    assertThatThrownBy(() -> topic.desiredAdd(TopicPartition.UNASSIGNED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition -1 of topic t cannot be desired");
  }

  @Test
  void aPartitionNumberBeyondAllReasonCostsOneEntry() {
    Toppar far = topic.desiredAdd(Integer.MAX_VALUE);
    assertThat(topic.onPartitionCount(1)).containsExactly(far);
    assertThat(topic.partitionsWanted()).isEqualTo(Integer.MAX_VALUE);
  }
}
