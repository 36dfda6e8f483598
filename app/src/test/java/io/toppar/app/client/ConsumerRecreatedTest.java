package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A topic deleted and made again while it is read (M16). */
@NullUnmarked
class ConsumerRecreatedTest extends ConsumerFixture {

  private static final Duration LONG = Duration.ofSeconds(40);

  @Test
  void everythingOfTheNewTopicIsReadOnceWhicheverWayThePolicyPoints() { // B223
    for (ResetPolicy policy :
        List.of(ResetPolicy.EARLIEST, ResetPolicy.LATEST, ResetPolicy.byDuration(SECOND))) {
      reopen(new TestSettings().resetPolicy(policy));
      cluster.recreateTopic("t");
      append(T0, 10);
      consumer().assign(List.of(Assignment.beginning(T0)));
      assertThat(events(2)).as("%s", policy).containsExactly("batch 0..9", "end 10");

      cluster.recreateTopic("t");
      append(T0, 5);
      assertThat(events(4))
          .as("%s", policy)
          .containsExactly("reset 10 to 0", "batch 0..4", "end 5", "none");
      append(T0, 2);
      assertThat(events(2)).as("%s", policy).containsExactly("batch 5..6", "end 7");
      client.consumer.close();
    }
  }

  @Test
  void theResetNamesBothIds() {
    TopicId old = cluster.recreateTopic("t");
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(2)).containsExactly("batch 0..0", "end 1");
    TopicId made = cluster.recreateTopic("t");

    ConsumerEvent.PositionReset reset =
        (ConsumerEvent.PositionReset) Objects.requireNonNull(consumer().pollEvent(LONG));
    assertThat(reset.reason()).contains(old.toString()).contains(made.toString());
  }

  @Test
  void recordsOfTheOldTopicThatWaitAreDroppedAndItsOffsetsAreNotCommitted() { // B221
    append(T0, 500);
    consumer().assign(List.of(Assignment.at(T0, 490)));
    RecordBatch old = Objects.requireNonNull(consumer().poll(SECOND));
    append(T0, 1);
    client.settle();
    cluster.recreateTopic("t");
    append(T0, 3);
    client.pass(LONG);
    assertThat(readAndClose(old)).as("what the application holds stays readable").hasSize(10);
    client.pass(LONG);

    assertThat(events(1)).containsExactly("reset 501 to 0");
    assertThat(client.committed(T0)).as("not 500").isZero();
    assertThat(events(2)).containsExactly("batch 0..2", "end 3");
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(3);
  }

  @Test
  void committedOffsetsOfTheOldTopicGiveWayToLowerOnesOfTheNew() { // B221
    append(T0, 500);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).hasSize(500);
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(500);
    cluster.recreateTopic("t");
    append(T0, 3);
    assertThat(readAll()).isEqualTo(range(0, 3));
    consumer().unassign();
    client.settle();

    assertThat(client.committed(T0)).isEqualTo(3);
    consumer().assign(List.of(Assignment.stored(T0)));
    append(T0, 1);
    assertThat(readAll()).isEqualTo(range(3, 4));
  }

  @Test
  void aTopicThatIsGoneForAWhileIsReadFromItsBeginningWhenItIsBack() {
    append(T0, 10);
    append(T1, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    assertThat(readAll()).hasSize(20);
    cluster.deleteTopic("t");
    client.pass(Duration.ofMinutes(2));
    cluster.createTopic("t", 1);
    append(T0, 4);
    client.pass(Duration.ofMinutes(6));

    List<Long> read = new ArrayList<>();
    ConsumerEvent event = consumer().pollEvent(SECOND);
    while (event != null) {
      if (event instanceof ConsumerEvent.Batch batch) {
        assertThat(event.topicPartition()).isEqualTo(T0);
        read.addAll(readAndClose(batch.batch()));
      }
      event = consumer().pollEvent(SECOND);
    }
    assertThat(read).isEqualTo(range(0, 4));
  }

  @Test
  void underPolicyErrorTheApplicationSaysWhereToGoOn() {
    reopen(new TestSettings().resetPolicy(ResetPolicy.ERROR));
    append(T0, 10);
    append(S0, 1);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    assertThat(readAll()).hasSize(11);
    cluster.recreateTopic("t");
    append(T0, 3);
    client.pass(LONG);
    append(S0, 1);

    assertThat(events(3))
        .containsExactlyInAnyOrder("error LOCAL_AUTO_OFFSET_RESET", "batch 1..1", "end 2");
    assertThat(consumer().watermarks(T0)).as("those of the old topic say nothing").isEmpty();
    consumer().seek(T0, 1);
    assertThat(events(2)).containsExactly("batch 1..2", "end 3");
  }
}
