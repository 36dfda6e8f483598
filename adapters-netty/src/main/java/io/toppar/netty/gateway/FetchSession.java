package io.toppar.netty.gateway;

import io.toppar.domain.FetchPartition;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The incremental fetch session with one broker (KIP-227).
 *
 * <p>It remembers everything wanted, not only the session's number, for three reasons: replies
 * beyond version 12 name topics by id, and what they name was told in some earlier request; a
 * broker without room for a session wants the full list each time; and after a lost answer nobody
 * knows which epoch the broker is at, so the full list is sent under the old id, which replaces the
 * session. All three stay the adapter's own affair. A broker that says it has lost the session is
 * another matter: the lane hears of it and lists everything anew.
 */
final class FetchSession {

  static final int FINAL_EPOCH = -1;
  private static final int FIRST_EPOCH = 0;

  private final Map<TopicPartition, FetchPartition> wanted = new LinkedHashMap<>();
  private final Map<TopicId, Topic> topics = new HashMap<>();
  private final List<FetchPartition> dropped = new ArrayList<>();
  private List<FetchPartition> changed = List.of();
  private boolean busy;
  private boolean full = true;
  private boolean byId;
  private int withoutId;
  private int id;
  private int epoch = FIRST_EPOCH;

  /** A topic's name and how many wanted partitions it has. */
  private static final class Topic {
    final String name;
    int partitions;

    Topic(String name) {
      this.name = name;
    }
  }

  /** Whether a request was accepted and has not completed. */
  boolean busy() {
    return busy;
  }

  /** Takes what a request changes; it is to be written next. */
  void accept(BrokerRequest.Fetch request) {
    busy = true;
    if (request.fullList()) {
      wanted.clear();
      topics.clear();
      withoutId = 0;
      full = true;
    }
    dropped.clear();
    for (TopicPartition forgotten : request.forgotten()) {
      drop(forgotten);
    }
    for (FetchPartition partition : request.changed()) {
      want(partition);
    }
    changed = request.changed();
  }

  /** Whether every topic can be named by its id. */
  boolean idsKnown() {
    return withoutId == 0;
  }

  /** The next request is about to be written, naming topics by id or by name. */
  void writing(boolean topicsById) {
    if (topicsById != byId) {
      byId = topicsById;
      full = true;
    }
    if (full || id == 0) {
      full = true;
      epoch = FIRST_EPOCH;
    }
  }

  int id() {
    return id;
  }

  int epoch() {
    return epoch;
  }

  boolean byId() {
    return byId;
  }

  /** What the request to be written lists. */
  List<FetchPartition> listed() {
    return full ? new ArrayList<>(wanted.values()) : changed;
  }

  /** What the request to be written takes off the session. */
  List<FetchPartition> forgotten() {
    if (full || dropped.isEmpty()) {
      return List.of();
    }
    return dropped.stream().filter(this::isGone).toList();
  }

  /** The request was answered: the session has moved on, or there is none. */
  void answered(int sessionId) {
    busy = false;
    if (!full && sessionId != id) {
      lost();
      id = sessionId;
      return;
    }
    id = sessionId;
    full = false;
    epoch = epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
    changed = List.of();
    dropped.clear();
  }

  /** Nobody knows where the broker stands: the next request replaces the session. */
  void lost() {
    busy = false;
    restart();
  }

  /** The request in hand is to be written anew, and may have been heard the first time. */
  void restart() {
    full = true;
  }

  /** The broker does not know the session. */
  void unknown() {
    full = true;
    id = 0;
  }

  @Nullable String topicName(TopicId topicId) {
    Topic topic = topics.get(topicId);
    return topic == null ? null : topic.name;
  }

  @Nullable FetchPartition wanted(TopicPartition partition) {
    return wanted.get(partition);
  }

  /** Served partitions go behind the others, lest a full list starve its end. */
  void served(TopicPartition partition) {
    if (id == 0) {
      FetchPartition served = wanted.remove(partition);
      if (served != null) {
        wanted.put(partition, served);
      }
    }
  }

  /** Whether the broker is to let go of it: not if it is listed again under the same name or id. */
  private boolean isGone(FetchPartition partition) {
    FetchPartition now = wanted.get(partition.topicPartition());
    return now == null || (byId && !now.topicId().equals(partition.topicId()));
  }

  private void want(FetchPartition partition) {
    FetchPartition before = wanted.put(partition.topicPartition(), partition);
    if (before != null) {
      uncount(before);
      if (!before.topicId().equals(partition.topicId())) {
        dropped.add(before);
      }
    }
    if (partition.topicId().isZero()) {
      withoutId++;
    } else {
      String name = partition.topicPartition().topic();
      topics.computeIfAbsent(partition.topicId(), topicId -> new Topic(name)).partitions++;
    }
  }

  private void drop(TopicPartition partition) {
    FetchPartition before = wanted.remove(partition);
    if (before != null) {
      uncount(before);
      dropped.add(before);
    }
  }

  private void uncount(FetchPartition partition) {
    if (partition.topicId().isZero()) {
      withoutId--;
      return;
    }
    Topic topic = topics.get(partition.topicId());
    if (topic != null && --topic.partitions == 0) {
      topics.remove(partition.topicId());
    }
  }
}
