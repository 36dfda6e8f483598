package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * No field of a machine is left out of its snapshot: a new one must be handed to {@link
 * StateTransfer} in {@code transfer}, or named here as structure.
 */
final class StateTransferTest {

  /** Whose every field is tried. */
  private static final Set<Class<?>> MACHINES =
      Set.of(
          Toppar.class,
          FollowerLease.class,
          Positioning.class,
          PositionSearch.class,
          FetchFlow.class,
          EpochTrail.class,
          CommitTrack.class,
          BrokerLane.class,
          LaneBackoff.class,
          LaneSession.class,
          LaneMembers.class,
          LaneEntry.class,
          FetchBudget.class);

  /** Fields that never change, that lead to their owner, or that hold others in an order. */
  private static final Set<String> STRUCTURE =
      Set.of(
          "TopparReadings.topicPartition",
          "TopparReadings.config",
          "Positioning.toppar",
          "Positioning.now",
          "FetchFlow.toppar",
          "EpochTrail.entries",
          "CommitTrack.toppar",
          "BrokerLane.brokerId",
          "BrokerLane.config",
          "LaneBackoff.config",
          "LaneSession.plan",
          "LaneSession.ready",
          "LaneSession.asked",
          "LaneSession.forgotten",
          "LaneMembers.byPartition",
          "LaneMembers.gone",
          "LaneEntry.lane",
          "LaneEntry.toppar",
          "LaneEntry.previous",
          "LaneEntry.next",
          "FetchBudget.limitBytes");

  /** One of each machine, which looks for a position and is on a lane. */
  private static final class Rig {
    final Toppar toppar = new Toppar(TopparFixture.T0, TopparFixture.config(ResetPolicy.EARLIEST));
    final RandomGenerator random = () -> 0;
    final BrokerLane lane =
        new BrokerLane(1, new LaneConfig(1, 500, 1_000, 200, "", 100, 1_000, random));
    final FetchBudget budget = new FetchBudget(1_000);

    Rig() {
      RecordingEffects effects = new RecordingEffects();
      toppar.onLeader(1, 0, 0, effects);
      toppar.start(5, -1, 0, effects);
      toppar.onFetched(toppar.version(), TopparFixture.preferred(2, 9), 0, effects);
      toppar.onLeft(1, 0, effects);
      toppar.start(Offsets.END, -1, 0, effects);
      lane.join(toppar, 0);
    }

    byte[] taken() {
      StateWriter writer = new StateWriter(false, List.of(toppar));
      writer.begin(0);
      transfer(writer);
      return writer.snapshot();
    }

    void restore(byte[] snapshot) {
      toppar.laneEntry(null);
      StateReader reader = new StateReader(false, List.of(toppar));
      reader.begin(snapshot, 0);
      transfer(reader);
      assertThat(reader.atEnd()).isTrue();
    }

    private void transfer(StateTransfer state) {
      toppar.transfer(state);
      lane.transfer(state);
      budget.transfer(state);
    }

    /** Every field of every machine, by name, with its owner. */
    Map<Field, Object> fields() throws IllegalAccessException {
      Map<Field, Object> all = new LinkedHashMap<>();
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Object root : List.of(toppar, lane, budget)) {
        visit(root, all, seen);
      }
      return all;
    }

    private static void visit(@Nullable Object owner, Map<Field, Object> all, Set<Object> seen)
        throws IllegalAccessException {
      if (owner == null || !seen.add(owner)) {
        return;
      }
      for (Class<?> c = owner.getClass(); c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            Object value = field.get(owner);
            if (MACHINES.contains(owner.getClass())) {
              all.put(field, owner);
            }
            if (value != null && (MACHINES.contains(value.getClass()) || value instanceof Record)) {
              visit(value, all, seen);
            }
          }
        }
      }
    }
  }

  @Test
  void everyFieldIsTakenAndRestored() throws IllegalAccessException {
    Map<Field, Object> fields = new Rig().fields();
    assertThat(fields.values()).extracting(Object::getClass).containsAll(MACHINES);
    for (Field field : fields.keySet()) {
      String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
      boolean leadsOn = MACHINES.contains(field.getType());
      if (!leadsOn && !STRUCTURE.contains(name)) {
        Rig rig = new Rig();
        byte[] before = rig.taken();
        Object changed = another(name, field, rig.fields().get(field));
        assertThat(rig.taken()).as("%s is not taken by transfer(..)", name).isNotEqualTo(before);

        Rig other = new Rig();
        other.restore(rig.taken());
        assertThat(field.get(other.fields().get(field)))
            .as("%s is not restored by transfer(..)", name)
            .isEqualTo(changed);
      }
    }
  }

  @Test
  void theStatesWithDataAreKnown() {
    assertThat(components(OffsetQueryState.class)).containsExactly("search");
    assertThat(components(OffsetWaitState.class)).containsExactly("search");
    assertThat(components(EpochWaitState.class)).containsExactly("asked", "epoch", "tries");
  }

  private static List<String> components(Class<?> record) {
    return Arrays.stream(record.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  private static Object another(String name, Field field, @Nullable Object owner)
      throws IllegalAccessException {
    Object present = field.get(owner);
    Class<?> type = field.getType();
    Object changed;
    if (type == long.class) {
      changed = (long) present + 7;
    } else if (type == int.class) {
      changed = (int) present + 7;
    } else if (type == boolean.class) {
      changed = !(boolean) present;
    } else if (type == String.class) {
      changed = present + "x";
    } else if (type == TopicId.class) {
      changed = new TopicId(5, 6);
    } else if (type.isEnum()) {
      Object[] all = type.getEnumConstants();
      changed = present == all[0] ? all[1] : all[0];
    } else {
      throw new AssertionError(
          name + " is new: hand it to StateTransfer in transfer(..), and name it in this test");
    }
    field.set(owner, changed);
    return changed;
  }
}
