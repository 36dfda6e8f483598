package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.EpochEnd;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.EpochQuery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway promises about the ends of leader epochs (KIP-320). */
interface EpochPromises extends GatewayPromises {

  @Test
  default void theCurrentEpochEndsWhereTheLogEnds() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    GatewayProbe probe = newProbe();
    int epoch = probe.partition(words).leaderEpoch();
    EpochEnd end = ends(probe, probe.leader(words), new EpochQuery(words, epoch, epoch)).get(0);
    assertThat(end).isEqualTo(new EpochEnd(words, ErrorCode.NONE, epoch, 2));
  }

  @Test
  default void anOlderEpochEndsWhereItsLeaderWasReplaced() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    GatewayProbe probe = newProbe();
    int old = probe.partition(words).leaderEpoch();
    fixture().moveLeader(words, otherBroker(probe.leader(words)));
    append(words, "d");
    EpochEnd end = ends(probe, probe.leader(words), new EpochQuery(words, -1, old)).get(0);
    assertThat(end).isEqualTo(new EpochEnd(words, ErrorCode.NONE, old, 3));
  }

  @Test
  default void anEpochThatNeverWasHasNoEnd() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    int epoch = probe.partition(words).leaderEpoch();
    EpochEnd end = ends(probe, probe.leader(words), new EpochQuery(words, -1, epoch + 5)).get(0);
    assertThat(end).isEqualTo(new EpochEnd(words, ErrorCode.NONE, -1, -1));
  }

  @Test
  default void epochsOfUnknownPartitionsAreErrorsOfTheirOwnInOrder() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int epoch = probe.partition(words).leaderEpoch();
    List<EpochEnd> ends =
        ends(
            probe,
            probe.leader(words),
            new EpochQuery(sibling(words, 9), -1, 0),
            new EpochQuery(words, -1, epoch));
    assertThat(ends)
        .extracting(EpochEnd::error)
        .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NONE);
    assertThat(ends).extracting(EpochEnd::topicPartition).containsExactly(sibling(words, 9), words);
  }

  @Test
  default void aLeaderThatDoesNotKnowTheEpochYetSaysSo() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int epoch = probe.partition(words).leaderEpoch();
    EpochEnd end = ends(probe, probe.leader(words), new EpochQuery(words, epoch + 1, epoch)).get(0);
    assertThat(end).isEqualTo(new EpochEnd(words, ErrorCode.UNKNOWN_LEADER_EPOCH, -1, -1));
  }

  @Test
  default void anEpochOfALogThatWasCutEndsAtTheCut() {
    needs(BrokerAbility.TRUNCATION);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    GatewayProbe probe = newProbe();
    int old = probe.partition(words).leaderEpoch();
    fixture().cutLog(words, 1);
    append(words, "x", "y", "z");
    EpochEnd end = ends(probe, probe.leader(words), new EpochQuery(words, -1, old)).get(0);
    assertThat(end).isEqualTo(new EpochEnd(words, ErrorCode.NONE, old, 1));
  }

  private static List<EpochEnd> ends(GatewayProbe probe, int broker, EpochQuery... queries) {
    BrokerRequest request =
        new BrokerRequest.EpochEnds(
            broker, List.of(queries), probe.deadlineIn(GatewayProbe.DEADLINE));
    return probe.ask(request, BrokerOutcome.EpochEnds.class).answers();
  }
}
