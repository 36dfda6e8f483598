package io.toppar.app.client;

import io.toppar.app.engine.AppPosition;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.Slot;
import io.toppar.app.engine.Start;
import io.toppar.domain.AssignmentRefusal;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicPartitionEntry;
import io.toppar.domain.TopicPartitionList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that are assigned now. Any thread; what changes them takes turns, so that the
 * engine hears of the changes in the order in which they took effect here.
 */
final class Assigned {

  private final Engine engine;
  private volatile Map<TopicPartition, Entry> entries = Map.of();
  private volatile boolean closed;

  private record Entry(Slot slot, Assignment assignment) {}

  Assigned(Engine engine) {
    this.engine = engine;
  }

  /** Replaces the partitions; see {@link Consumer#assign}. */
  synchronized void assign(Collection<Assignment> assignments) {
    Map<TopicPartition, Assignment> wanted = checked(assignments);
    Map<TopicPartition, Entry> next = new LinkedHashMap<>();
    List<Start> starts = new ArrayList<>();
    List<Slot> ended = new ArrayList<>();
    List<TopicPartition> stops = new ArrayList<>();
    for (Entry entry : entries.values()) {
      TopicPartition name = entry.slot().topicPartition();
      if (!entry.assignment().equals(wanted.get(name))) {
        ended.add(entry.slot());
      }
      if (!wanted.containsKey(name)) {
        stops.add(name);
      }
    }
    for (Assignment assignment : wanted.values()) {
      Entry present = entries.get(assignment.topicPartition());
      if (present != null && present.assignment().equals(assignment)) {
        next.put(assignment.topicPartition(), present);
        continue;
      }
      Slot slot =
          new Slot(
              assignment.topicPartition(),
              position(assignment.startOffset(), assignment.leaderEpoch()));
      if (present != null && present.slot().isPaused()) {
        engine.handOver().gate(slot, true);
      }
      starts.add(new Start(slot, assignment.startOffset(), assignment.leaderEpoch()));
      next.put(assignment.topicPartition(), new Entry(slot, assignment));
    }
    if (stops.isEmpty() && starts.isEmpty()) {
      return;
    }
    Errors.requireAccepted(engine.assign(stops, starts));
    ended.forEach(engine.handOver()::close);
    entries = next;
  }

  /** In sorted order, each once, with INVALID turned into STORED (L13). */
  private static Map<TopicPartition, Assignment> checked(Collection<Assignment> assignments) {
    Objects.requireNonNull(assignments, "assignments");
    TopicPartitionList given = new TopicPartitionList(assignments.size());
    for (Assignment assignment : assignments) {
      Objects.requireNonNull(assignment, "an assignment");
      TopicPartition name = assignment.topicPartition();
      given
          .add(name.topic(), name.partition())
          .offset(assignment.startOffset())
          .leaderEpoch(assignment.leaderEpoch());
    }
    AssignmentRefusal refusal = given.assignmentRefusal(null);
    if (refusal != null) {
      throw Errors.misuse(refusal.message());
    }
    Map<TopicPartition, Assignment> wanted = new LinkedHashMap<>();
    for (TopicPartitionEntry entry : given.preparedForAssignment()) {
      TopicPartition name = entry.topicPartition();
      wanted.put(name, new Assignment(name, entry.offset(), entry.leaderEpoch()));
    }
    return wanted;
  }

  synchronized void seek(TopicPartition name, long offset, int leaderEpoch) {
    Slot slot = slot("seek", name);
    if (!Offsets.isStart(offset) || offset == Offsets.STORED || offset == Offsets.INVALID) {
      throw Errors.misuse(
          name
              + " cannot be sought to "
              + Offsets.text(offset)
              + "; it takes 0 or greater, BEGINNING, END or a tail");
    }
    Errors.requireAccepted(engine.seek(slot, offset, leaderEpoch));
  }

  synchronized void gate(String call, Collection<TopicPartition> names, boolean paused) {
    Objects.requireNonNull(names, "partitions");
    List<Slot> slots = new ArrayList<>();
    names.forEach(name -> slots.add(slot(call, name)));
    for (Slot slot : slots) {
      if (engine.handOver().gate(slot, paused)) {
        engine.gateChanged(slot);
      }
    }
  }

  Slot slot(String call, TopicPartition name) {
    Entry entry = entries.get(Objects.requireNonNull(name, "topicPartition"));
    if (entry == null) {
      if (closed) {
        throw Errors.closed();
      }
      throw new NotAssignedException(call, name);
    }
    return entry.slot();
  }

  Set<TopicPartition> names() {
    return new LinkedHashSet<>(entries.keySet());
  }

  Set<TopicPartition> paused() {
    Set<TopicPartition> paused = new LinkedHashSet<>();
    for (Entry entry : entries.values()) {
      if (entry.slot().isPaused()) {
        paused.add(entry.slot().topicPartition());
      }
    }
    return paused;
  }

  /** Nothing is handed out any more; the engine commits what is stored as it stops. */
  synchronized void close() {
    closed = true; // before there are no entries: they are missing because of it
    entries.values().forEach(entry -> engine.handOver().close(entry.slot()));
    entries = Map.of();
  }

  private static @Nullable AppPosition position(long offset, int leaderEpoch) {
    return offset >= 0 ? new AppPosition(offset, leaderEpoch) : null;
  }
}
