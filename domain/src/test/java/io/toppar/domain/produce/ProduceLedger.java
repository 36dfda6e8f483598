package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was promised of every message of a random run, and what became of it: each ends once, what
 * was acknowledged is in the log, what has failed for certain is not.
 */
final class ProduceLedger {

  /** How a message ended. */
  private record End(MessageStatus status, long offset) {}

  private final String run;

  /** Messages that have not ended: by id, or the message itself as long as it has none. */
  private final Set<Object> open = new HashSet<>();

  private final Map<Long, End> ends = new HashMap<>();
  private final Map<Long, Set<Object>> flushes = new LinkedHashMap<>();

  ProduceLedger(String run) {
    this.run = run;
  }

  void came(Object message) {
    assertThat(open.add(message)).as(run).isTrue();
  }

  /** A message without id has one now. */
  void named(Object message, long id) {
    assertThat(open.remove(message)).as("%s: %s", run, message).isTrue();
    open.add(id);
    for (Set<Object> waits : flushes.values()) {
      if (waits.remove(message)) {
        waits.add(id);
      }
    }
  }

  /** A message that never got an id has ended. */
  void ended(Object message) {
    assertThat(open.remove(message)).as("%s: %s ends again", run, message).isTrue();
    flushes.values().forEach(waits -> waits.remove(message));
  }

  void delivered(List<Long> ids, long baseOffset) {
    for (int i = 0; i < ids.size(); i++) {
      ended(ids.get(i));
      long offset = baseOffset < 0 ? -1 : baseOffset + i;
      ends.put(ids.get(i), new End(MessageStatus.PERSISTED, offset));
    }
  }

  void failed(List<Long> ids, MessageStatus status) {
    for (Long id : ids) {
      ended(id);
      ends.put(id, new End(status, -1));
    }
  }

  void flushing(long ticket) {
    flushes.put(ticket, new HashSet<>(open));
  }

  void flushed(long ticket) {
    assertThat(flushes.remove(ticket)).as("%s: flush %d waits for", run, ticket).isEmpty();
  }

  int open() {
    return open.size();
  }

  void requireAllEnded() {
    assertThat(open).as("%s: never reported", run).isEmpty();
    assertThat(flushes).as("%s: never flushed", run).isEmpty();
  }

  /** What was acknowledged is there. */
  void requireAcknowledged(Map<TopicPartition, FakeLog> logs) {
    assertThat(everywhere(logs)).as(run).containsAll(ended(MessageStatus.PERSISTED));
  }

  /** What has failed for certain is not there. */
  void requireFailed(Map<TopicPartition, FakeLog> logs) {
    Set<Long> there = everywhere(logs);
    there.retainAll(ended(MessageStatus.NOT_PERSISTED));
    assertThat(there).as("%s: they failed for certain", run).isEmpty();
  }

  /**
   * What holds with sequences: nothing twice, and nothing out of order.
   *
   * @param fenced whether brokers knew an epoch to be old whenever a new one began: if not, what
   *     failed without its fate being known may come late
   */
  void requireOrder(Map<TopicPartition, FakeLog> logs, boolean fenced) {
    logs.forEach(
        (partition, log) -> {
          String where = run + ": " + partition + " has " + log.messages;
          assertThat(log.messages).as(where).doesNotHaveDuplicates();
          assertThat(log.messages.stream().filter(id -> fenced || isDelivered(id)))
              .as(where)
              .isSorted();
        });
  }

  /** Each was told the offset that it has. */
  void requireOffsets(Map<TopicPartition, FakeLog> logs) {
    logs.forEach(
        (partition, log) -> {
          for (int i = 0; i < log.messages.size(); i++) {
            End end = ends.get(log.messages.get(i));
            if (end != null && end.offset >= 0) {
              assertThat(end.offset).as("%s: %s", run, partition).isEqualTo(i);
            }
          }
        });
  }

  private static Set<Long> everywhere(Map<TopicPartition, FakeLog> logs) {
    Set<Long> all = new HashSet<>();
    logs.values().forEach(log -> all.addAll(log.messages));
    return all;
  }

  private Set<Long> ended(MessageStatus status) {
    Set<Long> ids = new HashSet<>();
    ends.forEach(
        (id, end) -> {
          if (end.status == status) {
            ids.add(id);
          }
        });
    return ids;
  }

  private boolean isDelivered(long id) {
    End end = ends.get(id);
    return end != null && end.status == MessageStatus.PERSISTED;
  }

  /** With one request in flight, what was acknowledged is in order by its offsets. */
  void requireOrderOfOffsets(Map<TopicPartition, FakeLog> logs) {
    logs.forEach(
        (partition, log) -> {
          long last = -1;
          for (long id : log.messages.stream().sorted().distinct().toList()) {
            End end = ends.get(id);
            if (end != null && end.offset >= 0) {
              assertThat(end.offset).as("%s: %s of %s", run, id, partition).isGreaterThan(last);
              last = end.offset;
            }
          }
        });
  }
}
