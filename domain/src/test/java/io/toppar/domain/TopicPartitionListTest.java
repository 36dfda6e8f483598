package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class TopicPartitionListTest {

  private final TopicPartitionList list = new TopicPartitionList();

  private static String names(TopicPartitionList list) {
    return list.text(ListText.WITHOUT_ERRORS, Integer.MAX_VALUE);
  }

  private static TopicPartitionList listOf(String... names) {
    TopicPartitionList list = new TopicPartitionList();
    for (String name : names) {
      int bracket = name.indexOf('[');
      int partition = Integer.parseInt(name.substring(bracket + 1, name.length() - 1));
      list.add(name.substring(0, bracket), partition);
    }
    return list;
  }

  @Test
  void roomGrowsFromNothingBySteps() {
    int[] capacities = {0, 1, 2, 34, 68, 136, 272, 544};
    assertThat(list.capacity()).isEqualTo(capacities[0]);
    for (int step = 1; step < capacities.length; step++) {
      while (list.size() <= capacities[step - 1]) {
        list.add("t", list.size());
      }
      assertThat(list.capacity()).isEqualTo(capacities[step]);
    }
  }

  @Test
  void aListMadeForSomeHasRoomForExactlyThose() {
    assertThat(new TopicPartitionList(17).capacity()).isEqualTo(17);
    assertThat(new TopicPartitionList(-1).capacity()).isZero();
  }

  @Test
  void addingAListGrowsByItsSizeAndOnlyIfThereIsNoRoom() {
    TopicPartitionList three = listOf("t[0]", "t[1]", "t[2]");
    list.addAll(three);
    assertThat(list.capacity()).isEqualTo(3);
    list.addAll(new TopicPartitionList());
    assertThat(list.capacity()).isEqualTo(3);
    list.addAll(list);
    assertThat(list.capacity()).isEqualTo(6);
    assertThat(names(list)).isEqualTo("t[0], t[1], t[2], t[0], t[1], t[2]");
    TopicPartitionList roomy = new TopicPartitionList(10);
    roomy.addAll(three);
    assertThat(roomy.capacity()).isEqualTo(10);
  }

  @Test
  void aClearedListKeepsItsRoom() {
    list.addRange("t", 0, 99);
    assertThat(list.find("t", 7)).isNotNull();
    list.clear();
    assertThat(list.capacity()).isEqualTo(136);
    assertThat(list.isEmpty()).isTrue();
    assertThat(list.find("t", 7)).isNull();
    assertThat(list).isEmpty();
  }

  @Test
  void aNewElementHasNothingButItsName() {
    TopicPartitionEntry element = list.add("t", TopicPartition.UNASSIGNED);
    assertThat(element.offset()).isEqualTo(Offsets.INVALID);
    assertThat(element.leaderEpoch()).isEqualTo(-1);
    assertThat(element.currentLeaderEpoch()).isEqualTo(-1);
    assertThat(element.error()).isEqualTo(ErrorCode.NONE);
    assertThat(element.metadata()).isNull();
    assertThat(element.opaque()).isNull();
    assertThat(element.topicId()).isEqualTo(TopicId.ZERO);
    assertThat(element.topicPartition()).isEqualTo(new TopicPartition("t", -1));
  }

  /** B001. */
  @Test
  void deletingKeepsTheOrderOfTheRest() {
    TopicPartitionList few = listOf("a[0]", "a[1]", "b[0]");
    assertThat(few.deleteAt(0)).isTrue();
    assertThat(names(few)).isEqualTo("a[1], b[0]");
    assertThat(few.delete("a", 1)).isTrue();
    assertThat(names(few)).isEqualTo("b[0]");
    assertThat(few.deleteAt(5)).isFalse();
    assertThat(few.deleteAt(-1)).isFalse();
    assertThat(few.delete("c", 9)).isFalse();
    assertThat(names(few)).isEqualTo("b[0]");
  }

  @Test
  void deletingByNameTakesTheFirstOnly() {
    list.add("t", 0).offset(5);
    list.add("t", 0).offset(9);
    assertThat(list.delete("t", 0)).isTrue();
    assertThat(names(list)).isEqualTo("t[0]@9");
  }

  @Test
  void deletingWhatFitsKeepsTheOrderOfTheRest() {
    list.addRange("t", 0, 99);
    assertThat(list.deleteIf(e -> e.partition() % 10 != 3)).isEqualTo(90);
    assertThat(names(list))
        .isEqualTo("t[3], t[13], t[23], t[33], t[43], t[53], t[63], t[73], t[83], t[93]");
    assertThat(list.deleteIf(e -> false)).isZero();
  }

  /** B002. */
  @Test
  void sortingOrdersByTopicThenByNumber() {
    TopicPartitionList mixed = listOf("t[2]", "t[0]", "t[10]", "t[1]", "s[0]", "t[-1]");
    mixed.sort();
    assertThat(names(mixed)).isEqualTo("s[0], t[-1], t[0], t[1], t[2], t[10]");
    new TopicPartitionList().sort();
    TopicPartitionList single = listOf("t[0]");
    single.sort();
    assertThat(names(single)).isEqualTo("t[0]");
  }

  @Test
  void sortingIsStable() {
    list.add("t", 1).offset(1);
    list.add("s", 1).offset(2);
    list.add("t", 1).offset(3);
    list.add("s", 1).offset(4);
    list.sort();
    assertThat(names(list)).isEqualTo("s[1]@2, s[1]@4, t[1]@1, t[1]@3");
    assertThat(list.find("t", 1)).isSameAs(list.at(2));
  }

  @Test
  void afterSortingByAnotherOrderTheFirstOfThatOrderIsFound() {
    list.addRange("t", 0, 50);
    TopicPartitionEntry first = list.add("d", 0).offset(9);
    TopicPartitionEntry second = list.add("d", 0).offset(5);
    assertThat(list.find("d", 0)).isSameAs(first);
    list.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    assertThat(list.find("d", 0)).isSameAs(second);
  }

  /** B005. */
  @Test
  void aPlainListMayNameAPartitionTwiceAndFindGivesTheFirst() {
    TopicPartitionEntry first = list.add("t", 0).offset(5);
    TopicPartitionEntry second = list.add("t", 0).offset(9);
    assertThat(list.find("t", 0)).isSameAs(first);
    assertThat(list.firstDuplicate()).isSameAs(second);
    assertThat(names(list)).as("the check reorders nothing").isEqualTo("t[0]@5, t[0]@9");
  }

  @Test
  void aListOfDistinctPartitionsHasNoDuplicateButMayRepeatATopic() {
    list.addRange("t", 0, 99);
    assertThat(list.firstDuplicate()).isNull();
    assertThat(list.firstRepeatedTopic()).isSameAs(list.at(1));
    list.add("t", 42);
    assertThat(list.firstDuplicate()).isSameAs(list.at(100));
    assertThat(listOf("a[0]", "b[0]").firstRepeatedTopic()).isNull();
  }

  @Test
  void findingIsExactAndCaseCounts() {
    list.add("t", 0);
    assertThat(list.find("T", 0)).isNull();
    assertThat(list.find("t", 1)).isNull();
    assertThat(list.indexOf("t", 0)).isZero();
    assertThat(list.indexOf("t", 1)).isEqualTo(-1);
    assertThat(list.findTopic("t")).isSameAs(list.at(0));
    assertThat(list.findTopic("u")).isNull();
  }

  @Test
  void elementsAreFoundByTheIdOfTheirTopic() {
    TopicId id = new TopicId(1, 2);
    list.add("t", 0);
    TopicPartitionEntry byId = list.add(id, "", 3);
    assertThat(list.findById(id, 3)).isSameAs(byId);
    assertThat(list.findById(id, 0)).isNull();
    assertThatThrownBy(byId::topicPartition).hasMessageContaining("must not be empty");
  }

  @Test
  void rangesIncludeBothEndsAndMayBeEmpty() {
    list.addRange("t", 2, 4);
    list.addRange("t", 4, 3);
    list.addRange("t", Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(names(list)).isEqualTo("t[2], t[3], t[4], t[2147483647]");
  }

  @Test
  void upsertLeavesAnExistingElementAsItIs() {
    TopicPartitionEntry first = list.add("t", 0).offset(5);
    assertThat(list.upsert("t", 0)).isSameAs(first);
    assertThat(list.upsert("t", 1).partition()).isEqualTo(1);
    assertThat(list.size()).isEqualTo(2);
  }

  /** B010, B157. */
  @Test
  void aCopyHasEverythingAndIsIndependent() {
    byte[] bytes = {0x0a, 0x14, 0x00, 0x1e, 0x28};
    Object opaque = new Object();
    TopicPartitionList roomy = new TopicPartitionList(5);
    roomy
        .add(new TopicId(1, 2), "t", 0)
        .offset(7)
        .leaderEpoch(3)
        .currentLeaderEpoch(4)
        .error(ErrorCode.LOCAL_FAIL)
        .metadata(bytes)
        .opaque(opaque);
    TopicPartitionList copy = roomy.copy();
    roomy.at(0).metadata(null).offset(8);
    bytes[0] = 99;

    assertThat(copy.capacity()).isEqualTo(5);
    TopicPartitionEntry copied = copy.at(0);
    assertThat(copied.metadata()).containsExactly(0x0a, 0x14, 0x00, 0x1e, 0x28);
    assertThat(copied.opaque()).isSameAs(opaque);
    assertThat(copied.leaderEpoch()).isEqualTo(3);
    assertThat(copied.currentLeaderEpoch()).isEqualTo(4);
    assertThat(copied).hasToString("t(" + new TopicId(1, 2) + ")[0]@7(LOCAL_FAIL)");
  }

  /** B010. */
  @Test
  void resultsReplaceOldMetadataAlsoByNone() {
    list.add("t", 0).metadata(new byte[] {'o', 'l', 'd'});
    list.add("t", 1).metadata(new byte[] {'o', 'l', 'd'});
    list.add("t", 2).offset(1);
    TopicPartitionList committed = new TopicPartitionList();
    committed.add("t", 0).offset(7).metadata(new byte[] {'m'}).leaderEpoch(2);
    committed.add("t", 1).offset(8);
    committed.add("u", 9).offset(9);

    list.update(committed);

    assertThat(names(list)).isEqualTo("t[0]@7, t[1]@8, t[2]@1");
    assertThat(list.at(0).metadata()).containsExactly('m');
    assertThat(list.at(0).leaderEpoch()).isEqualTo(2);
    assertThat(list.at(1).metadata()).isNull();
  }

  /** B008. */
  @Test
  void resultsOfTwoLeadersJoinWithNoEntryMissing() {
    list.addRange("t", 0, 2);
    TopicPartitionList fromA = listOf("t[0]", "t[1]");
    fromA.resetOffsets(100);
    TopicPartitionList fromB = listOf("t[2]");
    fromB.setError(ErrorCode.LOCAL_TRANSPORT);

    list.update(fromA);
    list.update(fromB);

    assertThat(list).hasToString("t[0]@100, t[1]@100, t[2](LOCAL_TRANSPORT)");
    assertThat(list.firstError()).isEqualTo(ErrorCode.LOCAL_TRANSPORT);
    assertThat(fromA.firstError()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void offsetsAreSetAndCounted() {
    list.addRange("t", 0, 2);
    assertThat(list.setOffset("t", 1, 0)).isEqualTo(ErrorCode.NONE);
    assertThat(list.setOffset("t", 9, 0)).isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION);
    assertThat(list.size()).isEqualTo(3);
    assertThat(list.countAbsolute()).isEqualTo(1);
    list.resetOffsets(Offsets.END);
    assertThat(list.countAbsolute()).isZero();
  }

  @Test
  void comparisonCountsHowOftenAnElementOccurs() {
    TopicPartitionList twice = listOf("x[0]", "x[0]");
    TopicPartitionList once = listOf("x[0]", "y[0]");
    assertThat(twice.sameElements(once, PartitionOrder.BY_NAME)).isFalse();
    assertThat(once.sameElements(twice, PartitionOrder.BY_NAME)).isFalse();
    assertThat(once.sameElements(listOf("y[0]", "x[0]"), PartitionOrder.BY_NAME)).isTrue();
    assertThat(once.sameElements(listOf("x[0]"), PartitionOrder.BY_NAME)).isFalse();
    assertThat(once.sameElements(listOf("y[1]", "x[5]"), PartitionOrder.BY_TOPIC)).isTrue();
    assertThat(list.sameElements(new TopicPartitionList(), PartitionOrder.BY_ID)).isTrue();
    assertThat(names(once)).as("comparing reorders nothing").isEqualTo("x[0], y[0]");
  }

  @Test
  void setsFollowTheOrderOfTheFirstListAndKeepItsDuplicates() {
    TopicPartitionList a = listOf("c[0]", "a[0]", "c[0]", "b[0]");
    TopicPartitionList b = listOf("d[0]", "c[0]", "d[0]", "b[0]");
    assertThat(names(a.intersection(b))).isEqualTo("c[0], c[0], b[0]");
    assertThat(names(a.difference(b))).isEqualTo("a[0]");
    assertThat(names(a.union(b))).isEqualTo("c[0], a[0], c[0], b[0], d[0]");
  }

  @Test
  void setsByIdTellTopicsOfOneNameApart() {
    TopicPartitionList a = new TopicPartitionList();
    a.add(new TopicId(0, 1), "t", 0);
    a.add(new TopicId(0, 2), "t", 0).offset(2);
    TopicPartitionList b = new TopicPartitionList();
    b.add(new TopicId(0, 2), "", 0);
    b.add(new TopicId(0, 3), "", 0).offset(3);
    assertThat(a.intersectionById(b).at(0).offset()).isEqualTo(2);
    assertThat(a.differenceById(b).size()).isEqualTo(1);
    assertThat(a.unionById(b).size()).isEqualTo(3);
    assertThat(a.unionById(b).at(2).offset()).isEqualTo(3);
  }

  @Test
  void matchingGivesCopies() {
    list.addRange("t", 0, 3);
    list.at(2).offset(5);
    TopicPartitionList matching = list.match(e -> Offsets.isAbsolute(e.offset()));
    assertThat(names(matching)).isEqualTo("t[2]@5");
    assertThat(matching.at(0)).isNotSameAs(list.at(2));
  }

  @Test
  void topicsAreDistinctAndInOrderOfAppearance() {
    assertThat(listOf("b[0]", "^a[0]", "b[1]").topics()).containsExactly("b", "^a");
  }

  @Test
  void theTextLeavesOutWhatAnElementLacks() {
    assertThat(list).hasToString("");
    TopicId id = new TopicId(0x1L, 0x2L);
    list.add("a", 3).offset(7);
    list.add(id, "b", 0).offset(Offsets.BEGINNING);
    list.add("c", 1).error(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    assertThat(list).hasToString("a[3]@7, b(" + id + ")[0]@-2, c[1](NOT_LEADER_OR_FOLLOWER)");
    assertThat(list.text(ListText.ONLY_ERRORS, 100)).isEqualTo("c[1](NOT_LEADER_OR_FOLLOWER)");
    assertThat(list.text(ListText.WITHOUT_ERRORS, 100)).endsWith("c[1]").doesNotContain("null");
  }

  @Test
  void aTextThatIsTooLongEndsInThreeDots() {
    list.addRange("t", 0, 999);
    assertThat(list.text(ListText.ALL, 12)).isEqualTo("t[0], t[1...");
    assertThat(list.text(ListText.ONLY_ERRORS, 12)).isEmpty();
  }

  @Test
  void visitingFailsWhenTheListIsChangedMeanwhile() {
    list.addRange("t", 0, 2);
    Iterator<TopicPartitionEntry> visit = list.iterator();
    visit.next();
    list.add("t", 3);
    assertThatThrownBy(visit::next).isInstanceOf(ConcurrentModificationException.class);
    Iterator<TopicPartitionEntry> atEnd = new TopicPartitionList().iterator();
    assertThatThrownBy(atEnd::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void goingBackwardsOneMayDeleteWhereOneStands() {
    list.addRange("t", 0, 9);
    for (int i = list.size() - 1; i >= 0; i--) {
      if (list.at(i).partition() % 2 == 0) {
        list.deleteAt(i);
      }
    }
    assertThat(names(list)).isEqualTo("t[1], t[3], t[5], t[7], t[9]");
  }

  @Test
  void aPlaceThatIsNotThereIsRefused() {
    list.add("t", 0);
    assertThatThrownBy(() -> list.at(1)).hasMessageContaining("position 1 in a list of 1");
    assertThatThrownBy(() -> list.at(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
