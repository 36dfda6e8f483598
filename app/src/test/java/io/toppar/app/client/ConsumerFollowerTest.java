package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that says where it stands reads from the replica there (KIP-392, F23-F26). */
@NullUnmarked
class ConsumerFollowerTest extends ConsumerFixture {

  private static final TopicPartition R0 = new TopicPartition("r", 0);
  private static final int LEADER = 1;
  private static final int FOLLOWER = 2;

  @BeforeEach
  void aFollowerIsNear() {
    cluster.createTopic("r", 1, TopicSettings.DEFAULTS.withReplicas(2));
    cluster.rack(LEADER, "far");
    cluster.rack(FOLLOWER, "near");
    assertThat(cluster.leader(R0)).isEqualTo(LEADER);
    reopen(new TestSettings().rack("near").partitionFetchBytes(130));
    appendBatches(R0, 10, 5);
  }

  @Test
  void recordsAreReadFromTheFollowerAndQuestionsGoToTheLeader() {
    consumer().assign(List.of(Assignment.beginning(R0)));

    assertThat(readAll()).isEqualTo(range(0, 50));

    assertThat(brokersFetched())
        .startsWith(LEADER, FOLLOWER)
        .filteredOn(b -> b == LEADER)
        .hasSize(1);
    assertThat(client.watched.requests(BrokerRequest.ListOffsets.class))
        .extracting(BrokerRequest.ListOffsets::brokerId)
        .containsOnly(LEADER);
  }

  @Test
  void withoutARackTheLeaderIsRead() {
    reopen(new TestSettings());
    consumer().assign(List.of(Assignment.beginning(R0)));

    assertThat(readAll()).isEqualTo(range(0, 50));

    assertThat(brokersFetched()).containsOnly(LEADER);
  }

  @Test
  void theLeaderIsAskedAgainWhenTheLeaseIsOver() {
    consumer().assign(List.of(Assignment.beginning(R0)));
    readAll();
    long before = toLeader();
    client.pass(Duration.ofMinutes(5));
    append(R0, 5);

    assertThat(readAll()).isEqualTo(range(50, 55));

    assertThat(toLeader()).isEqualTo(before + 1);
    assertThat(brokersFetched()).endsWith(FOLLOWER);
  }

  @Test
  void aFollowerThatIsStoppedCostsNothingButItsLease() {
    consumer().assign(List.of(Assignment.beginning(R0)));
    List<Long> read = new ArrayList<>(readOne());
    cluster.stop(FOLLOWER);

    read.addAll(readAll());

    assertThat(read).isEqualTo(range(0, 50));
    assertThat(brokersFetched()).endsWith(LEADER);
  }

  @Test
  void whileAFollowerIsOutOfOrderRecordsComeFromTheLeaderAtOnce() {
    cluster.holdBack(R0, FOLLOWER, 0, 0);
    cluster.preferReplica(R0, FOLLOWER);
    consumer().assign(List.of(Assignment.at(R0, 20)));
    client.pass(Duration.ofMinutes(1));
    readAll();
    append(R0, 5);
    long before = clock.nanoTime();

    assertThat(readOne()).isNotEmpty();

    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isLessThan(Duration.ofMillis(600));
  }

  @Test
  void aFollowerThatNeverAnswersIsLeftWhenItsFetchIsOverdue() {
    consumer().assign(List.of(Assignment.beginning(R0)));
    List<Long> read = new ArrayList<>(readOne());
    cluster.silence(FOLLOWER);
    cluster.rack(FOLLOWER, "far");
    client.pass(Duration.ofSeconds(31));

    read.addAll(readAll());

    assertThat(read).isEqualTo(range(0, 50));
  }

  @Test
  void aLeaderChangeEndsTheLease() {
    consumer().assign(List.of(Assignment.beginning(R0)));
    List<Long> read = new ArrayList<>(readOne());
    cluster.moveLeader(R0, FOLLOWER);
    append(R0, 5);

    read.addAll(readAll());

    assertThat(read).isEqualTo(range(0, 55));
    assertThat(brokersFetched()).as("leader and near").endsWith(FOLLOWER);
  }

  @Test
  void aFollowerThatLagsIsNamedAndLeftWithoutPingPongAndNothingIsReset() {
    cluster.holdBack(R0, FOLLOWER, 0, 0);
    cluster.preferReplica(R0, FOLLOWER);
    consumer().assign(List.of(Assignment.at(R0, 20)));
    client.pass(Duration.ofMinutes(1));
    long tries = brokersFetched().stream().filter(broker -> broker == FOLLOWER).count();
    cluster.catchUp(R0, FOLLOWER);
    client.pass(Duration.ofSeconds(10));

    assertThat(readAll()).isEqualTo(range(20, 50));

    assertThat(client.watched.requests(BrokerRequest.ListOffsets.class)).as("no reset").isEmpty();
    assertThat(tries).as("at most every ten seconds, after the first few").isBetween(6L, 12L);
  }

  @Test
  void aReplicaThatNobodyKnowsIsAskedForByMetadataNowAndThen() {
    cluster.preferReplica(R0, 99);
    consumer().assign(List.of(Assignment.beginning(R0)));
    client.pass(Duration.ofSeconds(60));
    int asked = client.watched.requests(BrokerRequest.Metadata.class).size();
    cluster.preferReplica(R0, null);
    client.pass(Duration.ofSeconds(10));

    assertThat(readAll()).isEqualTo(range(0, 50));

    assertThat(asked).as("about every ten seconds, and the first").isBetween(6, 12);
  }

  @Test
  void aLeaderThatOnlyItsHintNamesIsFound() {
    reopen(new TestSettings());
    cluster.stop(FOLLOWER);
    consumer().assign(List.of(Assignment.beginning(R0)));
    List<Long> read = new ArrayList<>(readAll());
    int asked = client.watched.requests(BrokerRequest.Metadata.class).size();
    cluster.start(FOLLOWER);
    cluster.moveLeader(R0, FOLLOWER);
    append(R0, 5);

    read.addAll(readOne());

    assertThat(read).isEqualTo(range(0, 55));
    assertThat(brokersFetched()).as("by the address in the hint (KIP-951, M10)").endsWith(FOLLOWER);
    assertThat(client.watched.requests(BrokerRequest.Metadata.class).size() - asked)
        .as("the refresh that the error asks for, beside the hint")
        .isLessThanOrEqualTo(1);
  }

  private List<Integer> brokersFetched() {
    return client.watched.requests(BrokerRequest.Fetch.class).stream()
        .map(BrokerRequest.Fetch::brokerId)
        .toList();
  }

  private long toLeader() {
    return brokersFetched().stream().filter(broker -> broker == LEADER).count();
  }
}
