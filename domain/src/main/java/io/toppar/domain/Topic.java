package io.toppar.domain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A topic and its toppars: the array of partitions that it has, the list of those that are desired
 * and that it does not have, and the UA toppar.
 *
 * <p><b>Threading:</b> confined to its owner's thread. Made and dropped by {@link TopicRegistry}.
 *
 * <p><b>Facts</b> about the topic come from {@link MetadataCache}, which judges what is stale, held
 * back or ignored; this only keeps toppars where these facts put them. An entry of the array is
 * made when somebody gets it, so that one partition of a wide topic costs one toppar.
 *
 * <p><b>Ownership:</b> the topic is the one owner of its toppars, hence no references are counted.
 * {@link #desiredDel} drops a toppar; its partition, wanted again, is another object. Whoever waits
 * for an answer holds the toppar that asked, never its name, so that no answer reaches another
 * ({@link #holds}).
 */
public final class Topic {

  private static final int UNKNOWN_COUNT = -1;

  private final String name;
  private final TopparConfig config;
  private final PartitionTable array = new PartitionTable();

  /** Which of the array are desired; all that are listed are. */
  private final BitSet desiredInArray = new BitSet();

  /** The desired list. A map, for nothing bounds the numbers that may be desired. */
  private final NavigableMap<Integer, Toppar> desp = new TreeMap<>();

  private @Nullable Toppar ua;
  private TopicId id = TopicId.ZERO;
  private TopicState state = TopicState.UNKNOWN;
  private int count = UNKNOWN_COUNT;

  Topic(String name, TopparConfig config) {
    this.name = name;
    this.config = config;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its id, or {@link TopicId#ZERO} where unknown. */
  public TopicId id() {
    return id;
  }

  /** What is known of it as a whole (M12). */
  public TopicState state() {
    return state;
  }

  /** How many partitions it has; -1 where unknown, 0 if it is gone. */
  public int partitionCount() {
    return count;
  }

  // Getting toppars.

  /**
   * The toppar of a partition that the topic has, made if need be; nothing becomes desired by
   * asking (M18).
   *
   * @param uaOnMiss the UA toppar in place of a partition that the topic does not have
   * @return null on a miss otherwise
   */
  public @Nullable Toppar get(int partition, boolean uaOnMiss) {
    if (partition >= 0 && partition < count) {
      Toppar present = array.get(partition);
      return present == null ? made(partition) : present;
    }
    return partition == TopicPartition.UNASSIGNED || uaOnMiss ? ua() : null;
  }

  /** What there is of this partition, in the array or on the list; makes nothing. */
  public @Nullable Toppar find(int partition) {
    Toppar present = array.get(partition);
    return present == null ? desp.get(partition) : present;
  }

  /** The UA toppar, for what has no partition yet (M17). Nobody leads it, and it is never read. */
  public Toppar ua() {
    if (ua == null) {
      ua = new Toppar(new TopicPartition(name, TopicPartition.UNASSIGNED), config);
    }
    return ua;
  }

  /** Whether this is the present toppar of its partition, not one that was dropped. */
  public boolean holds(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    return toppar == (partition == TopicPartition.UNASSIGNED ? ua : find(partition));
  }

  // Desired partitions (M15b).

  /** The toppar of this partition on the list of those desired and absent, or null. */
  public @Nullable Toppar desiredGet(int partition) {
    return desp.get(partition);
  }

  /** Puts a toppar on the list; it stays there if it is there. */
  public void desiredLink(Toppar toppar) {
    desp.put(toppar.topicPartition().partition(), toppar);
  }

  /** Takes a toppar off the list, if it is there. */
  public void desiredUnlink(Toppar toppar) {
    desp.remove(toppar.topicPartition().partition(), toppar);
  }

  /** Makes a toppar of this topic desired: marks it in the array, or else lists it. */
  public void desiredAdd0(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    if (array.get(partition) == toppar) {
      desiredInArray.set(partition);
    } else {
      desiredLink(toppar);
    }
  }

  /**
   * Makes a partition desired: the one in the array, or else on the list, or else a new one.
   *
   * @param partition 0 or greater; the UA toppar is nothing to be desired
   */
  public Toppar desiredAdd(int partition) {
    if (partition < 0) {
      throw new IllegalArgumentException(
          "partition " + partition + " of topic " + name + " cannot be desired; the least is 0");
    }
    Toppar toppar = get(partition, false);
    if (toppar == null) {
      toppar = desiredGet(partition);
    }
    if (toppar == null) {
      toppar = new Toppar(new TopicPartition(name, partition), config);
    }
    desiredAdd0(toppar);
    return toppar;
  }

  /** Drops a toppar that was desired; one that is not, or is not the present one, is left alone. */
  public void desiredDel(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    desiredUnlink(toppar);
    if (isDesired(toppar)) {
      desiredInArray.clear(partition);
      array.remove(toppar);
    }
  }

  /** Whether somebody wants this toppar. */
  public boolean isDesired(Toppar toppar) {
    int partition = toppar.topicPartition().partition();
    return desp.get(partition) == toppar
        || (array.get(partition) == toppar && desiredInArray.get(partition));
  }

  /** Whether this desired partition is one that the topic is known not to have. */
  public boolean isMissing(Toppar toppar) {
    return count > 0 && desp.get(toppar.topicPartition().partition()) == toppar;
  }

  /** All desired toppars, by number; a copy. */
  public List<Toppar> desired() {
    List<Toppar> all = new ArrayList<>(desiredInArray.cardinality() + desp.size());
    for (Toppar present : array.from(0)) {
      if (desiredInArray.get(present.topicPartition().partition())) {
        all.add(present);
      }
    }
    all.addAll(desp.values());
    return all;
  }

  /** How many partitions it must have for none that is desired to be missing; 0 if none is. */
  public int partitionsWanted() {
    return desp.isEmpty() ? 0 : (int) Math.min(desp.lastKey() + 1L, Integer.MAX_VALUE);
  }

  /** Whether no partition is desired and none was got. */
  boolean isEmpty() {
    return desp.isEmpty() && array.isEmpty() && ua == null;
  }

  // Facts.

  /** The id is known, or is another: the topic was made again (M16). */
  public void onId(TopicId newId) {
    id = newId;
  }

  /** The state is another (M12). */
  public void onState(TopicState newState) {
    state = newState;
  }

  /**
   * The number of partitions has changed. Listed ones that are there now are adopted (M13); of
   * those that are there no more the desired ones are listed, the others dropped (M14).
   *
   * @param newCount 0 if the topic is gone
   * @return the desired ones that it does not have: their application is to be told (M15). None if
   *     it is gone: of that it is told once
   */
  public List<Toppar> onPartitionCount(int newCount) {
    for (Toppar gone : array.from(newCount)) {
      int partition = gone.topicPartition().partition();
      array.remove(gone);
      if (desiredInArray.get(partition)) {
        desiredInArray.clear(partition);
        desiredLink(gone);
      }
    }
    count = newCount;
    NavigableMap<Integer, Toppar> adopted = desp.headMap(newCount, false);
    adopted.forEach(
        (partition, toppar) -> {
          array.put(toppar);
          desiredInArray.set(partition);
        });
    adopted.clear();
    return newCount == 0 ? List.of() : List.copyOf(desp.values());
  }

  private Toppar made(int partition) {
    Toppar toppar = new Toppar(new TopicPartition(name, partition), config);
    array.put(toppar);
    return toppar;
  }
}
