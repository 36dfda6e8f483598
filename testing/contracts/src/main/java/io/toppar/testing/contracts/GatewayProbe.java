package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An open gateway that a test asks one question after another.
 *
 * <p>{@link #submit} may be called from any thread, the rest from the test's. Waiting lets the
 * fixture {@linkplain BrokerGatewayFixture#steer steer} time, so the same test runs under a manual
 * clock and against a real broker.
 */
public final class GatewayProbe implements AutoCloseable {

  static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
  private static final int LONGEST_READ = 200;

  private final BrokerGatewayFixture fixture;
  private final BrokerGateway gateway;
  private final BrokerInbox inbox;
  private final AtomicLong lastToken = new AtomicLong();

  /** Opens a new gateway of a fixture; it has not heard of any broker yet. */
  public GatewayProbe(BrokerGatewayFixture fixture) {
    this.fixture = fixture;
    this.gateway = fixture.newGateway();
    this.inbox = new BrokerInbox(fixture);
    gateway.open(inbox);
  }

  /** The gateway. */
  public BrokerGateway gateway() {
    return gateway;
  }

  /** Monotonic nanoseconds of the fixture's clock, this long from now. */
  public long deadlineIn(Duration fromNow) {
    return fixture.clock().nanoTime() + fromNow.toNanos();
  }

  /** Submits a request; the token to wait with. */
  public long submit(BrokerRequest request) {
    long token = lastToken.incrementAndGet();
    inbox.submit(() -> gateway.submit(request, token));
    return token;
  }

  /** The outcome of a token, waited for; its buffers are the caller's. */
  public BrokerOutcome await(long token) {
    return inbox.await(token);
  }

  /** Submits, waits, and demands a reply of this family. */
  public <T extends BrokerOutcome> T ask(BrokerRequest request, Class<T> family) {
    BrokerOutcome outcome = await(submit(request));
    assertThat(outcome).as("the outcome of " + request).isInstanceOf(family);
    return family.cast(outcome);
  }

  /** Submits, waits, and demands a failure of one of these kinds. */
  public BrokerOutcome.Failed fails(BrokerRequest request, BrokerOutcome.Kind... kinds) {
    BrokerOutcome.Failed failed = ask(request, BrokerOutcome.Failed.class);
    assertThat(failed.kind()).as("the failure of " + request).isIn((Object[]) kinds);
    assertThat(failed.detail()).isNotBlank().doesNotContain("\n");
    return failed;
  }

  /** A question for the metadata of these topics, to any broker. */
  public BrokerRequest.Metadata metadataOf(@Nullable List<String> topics) {
    return new BrokerRequest.Metadata(
        BrokerRequest.ANY_BROKER, topics, List.of(), false, deadlineIn(DEADLINE));
  }

  /** The metadata of these topics. */
  public ClusterMetadata metadata(String... topics) {
    return ask(metadataOf(List.of(topics)), BrokerOutcome.Metadata.class).cluster();
  }

  /** The metadata of a topic that exists. */
  public TopicMetadata topic(String topic) {
    ClusterMetadata cluster = metadata(topic);
    assertThat(cluster.topics()).extracting(TopicMetadata::name).containsExactly(topic);
    TopicMetadata metadata = cluster.topics().get(0);
    assertThat(metadata.error()).isEqualTo(ErrorCode.NONE);
    return metadata;
  }

  /** The id of a topic that exists. */
  public TopicId topicId(String topic) {
    return topic(topic).id();
  }

  /** The metadata of a partition that exists. */
  public PartitionMetadata partition(TopicPartition topicPartition) {
    return topic(topicPartition.topic()).partitions().stream()
        .filter(metadata -> metadata.partition() == topicPartition.partition())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no partition " + topicPartition));
  }

  /** The leader of a partition. */
  public int leader(TopicPartition topicPartition) {
    return partition(topicPartition).leaderId();
  }

  /** Looks offsets up at a broker. */
  public List<BrokerOutcome.OffsetAnswer> offsets(
      int brokerId, IsolationLevel isolationLevel, OffsetQuery... queries) {
    BrokerRequest request =
        new BrokerRequest.ListOffsets(
            brokerId, List.of(queries), isolationLevel, deadlineIn(DEADLINE));
    return ask(request, BrokerOutcome.Offsets.class).answers();
  }

  /** Looks one offset up at the leader, under read_committed. */
  public BrokerOutcome.OffsetAnswer offset(TopicPartition topicPartition, long timestamp) {
    OffsetQuery query = new OffsetQuery(topicPartition, -1, timestamp);
    return offsets(leader(topicPartition), IsolationLevel.READ_COMMITTED, query).get(0);
  }

  /** The broker that coordinates a group. */
  public int coordinator(String group) {
    BrokerRequest request =
        new BrokerRequest.FindCoordinator(BrokerRequest.ANY_BROKER, group, deadlineIn(DEADLINE));
    return ask(request, BrokerOutcome.Coordinator.class).brokerId();
  }

  /** A commit of these offsets by no member. */
  public BrokerRequest.OffsetCommit commitOf(
      int brokerId, String group, OffsetToCommit... offsets) {
    return new BrokerRequest.OffsetCommit(
        brokerId, group, null, List.of(offsets), deadlineIn(DEADLINE));
  }

  /** Commits offsets at a broker; the error of each. */
  public List<ErrorCode> commit(int brokerId, String group, OffsetToCommit... offsets) {
    BrokerRequest request = commitOf(brokerId, group, offsets);
    List<BrokerOutcome.CommitAnswer> answers =
        ask(request, BrokerOutcome.OffsetsCommitted.class).answers();
    assertThat(answers)
        .extracting(BrokerOutcome.CommitAnswer::topicPartition)
        .isEqualTo(List.of(offsets).stream().map(OffsetToCommit::topicPartition).toList());
    return answers.stream().map(BrokerOutcome.CommitAnswer::error).toList();
  }

  /** What a group has committed. */
  public List<CommittedOffset> committed(
      int brokerId, String group, boolean stable, TopicPartition... partitions) {
    BrokerRequest request =
        new BrokerRequest.OffsetFetch(
            brokerId, group, List.of(partitions), stable, deadlineIn(DEADLINE));
    return ask(request, BrokerOutcome.OffsetsFetched.class).answers();
  }

  /** Everything that a group has committed. */
  public List<CommittedOffset> allCommitted(int brokerId, String group, boolean stable) {
    BrokerRequest request =
        new BrokerRequest.OffsetFetch(brokerId, group, null, stable, deadlineIn(DEADLINE));
    return ask(request, BrokerOutcome.OffsetsFetched.class).answers();
  }

  /** A delete of what a group has committed. */
  public BrokerRequest.OffsetDelete deleteOf(
      int brokerId, String group, TopicPartition... partitions) {
    return new BrokerRequest.OffsetDelete(
        brokerId, group, List.of(partitions), deadlineIn(DEADLINE));
  }

  /** Has a group forget offsets; the error of each partition. */
  public List<ErrorCode> delete(int brokerId, String group, TopicPartition... partitions) {
    List<BrokerOutcome.DeleteAnswer> answers =
        ask(deleteOf(brokerId, group, partitions), BrokerOutcome.OffsetsDeleted.class).answers();
    assertThat(answers)
        .extracting(BrokerOutcome.DeleteAnswer::topicPartition)
        .containsExactly(partitions);
    return answers.stream().map(BrokerOutcome.DeleteAnswer::error).toList();
  }

  /** A Fetch to be put together. */
  public FetchOrder fetch(int brokerId) {
    return new FetchOrder(this, brokerId);
  }

  /** The reply to a Fetch, waited for, read and released. */
  public FetchNews news(long token) {
    BrokerOutcome outcome = await(token);
    assertThat(outcome).isInstanceOf(BrokerOutcome.Fetched.class);
    return new FetchNews((BrokerOutcome.Fetched) outcome);
  }

  /** Reads a partition from an offset until the position is at or behind {@code end}. */
  public List<SeenRecord> read(
      TopicPartition topicPartition, long from, long end, IsolationLevel isolationLevel) {
    int leader = leader(topicPartition);
    List<SeenRecord> seen = new ArrayList<>();
    long position = from;
    for (int i = 0; i < LONGEST_READ && position < end; i++) {
      FetchNews news = fetch(leader).from(topicPartition, position).isolation(isolationLevel).ask();
      if (news.tellsOf(topicPartition)) {
        FetchNews.Part part = news.of(topicPartition);
        assertThat(part.told().error()).isEqualTo(ErrorCode.NONE);
        assertThat(part.told().fault()).isNull();
        seen.addAll(part.records());
        position = Math.max(position, part.nextOffset());
      }
    }
    assertThat(position).as("position of " + topicPartition).isGreaterThanOrEqualTo(end);
    return seen;
  }

  /** Closes the gateway, and releases what was answered and not asked for. */
  @Override
  public void close() {
    gateway.close(CLOSE_TIMEOUT);
    inbox.awaitAll();
    inbox.untaken().forEach(GatewayProbe::release);
  }

  /** Releases what an outcome holds, if anything. */
  public static void release(BrokerOutcome outcome) {
    if (outcome instanceof BrokerOutcome.Fetched fetched) {
      for (FetchedPartition part : fetched.partitions()) {
        BatchHandle batches = part.batches();
        if (batches != null) {
          batches.release();
        }
      }
    }
  }

  /** What has arrived. */
  BrokerInbox inbox() {
    return inbox;
  }
}
