package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every {@link BrokerGateway} has to keep.
 *
 * <p>An adapter's test extends it and supplies a {@link BrokerGatewayFixture}. The promises are in
 * the interfaces it implements, by request family; after each test the gateways are closed and it
 * is checked that every request was completed exactly once, never from inside {@code submit}, that
 * no buffer is left, and that the memory of batches was given back to the byte.
 */
public abstract class BrokerGatewayContract
    implements MetadataPromises,
        OffsetPromises,
        EpochPromises,
        FetchPromises,
        RecordPromises,
        TransactionPromises,
        SessionPromises,
        ReplicaPromises,
        GroupPromises,
        BatchPromises,
        ProducePromises,
        ProduceErrorPromises,
        SequencePromises,
        FailurePromises,
        ClosePromises {

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private final List<GatewayProbe> probes = new ArrayList<>();
  private final List<ProducerProbe> producers = new ArrayList<>();
  private @Nullable BrokerGatewayFixture fixture;

  /** Called by the test of an adapter. */
  protected BrokerGatewayContract() {}

  /** A cluster for one test, or a new fixture over one that many tests share. */
  protected abstract BrokerGatewayFixture newFixture();

  @BeforeEach
  void openFixture() {
    fixture = newFixture();
  }

  @AfterEach
  void everyRequestWasCompletedOnceAndNothingIsHeld() {
    for (GatewayProbe probe : probes) {
      probe.close();
      assertThat(probe.inbox().postedFromInside()).as("posted from inside submit").isZero();
    }
    for (ProducerProbe producer : producers) {
      assertThat(producer.memory().taken()).as("memory of batches").isZero();
    }
    if (fixture().abilities().contains(BrokerAbility.COUNTED_BUFFERS)) {
      assertThat(fixture().heldBuffers()).as("buffers not released").isZero();
    }
    fixture().close();
  }

  @Override
  public final BrokerGatewayFixture fixture() {
    if (fixture == null) {
      throw new IllegalStateException("the fixture is made before each test");
    }
    return fixture;
  }

  @Override
  public final GatewayProbe newProbe() {
    GatewayProbe probe = new GatewayProbe(fixture());
    probes.add(probe);
    return probe;
  }

  @Override
  public final ProducerProbe newProducer() {
    needs(BrokerAbility.PRODUCE);
    ProducerProbe producer = new ProducerProbe(newProbe());
    producers.add(producer);
    return producer;
  }

  @Override
  public final TopicPartition newTopic(int partitions) {
    String topic = newTopicName();
    fixture().createTopic(topic, partitions);
    return new TopicPartition(topic, 0);
  }

  @Override
  public final String newTopicName() {
    return "contract-" + TOPICS.incrementAndGet();
  }

  @Override
  public final String newGroup() {
    String group = "group-" + TOPICS.incrementAndGet();
    fixture().createGroup(group);
    return group;
  }

  @Override
  public final void needs(BrokerAbility ability) {
    assumeTrue(fixture().abilities().contains(ability), "the fixture does not offer " + ability);
  }
}
