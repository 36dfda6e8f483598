package io.toppar.testing.simulation;

import io.toppar.domain.IsolationLevel;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.TopicSettings;
import io.toppar.testing.simulation.PartitionModel.Fate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The brokers of those who read, and a model of what is in their logs. Confined to its simulation's
 * thread.
 */
final class Cluster extends Brokers {

  private record Written(PartitionModel log, int offset, int serial) {}

  private static final class Open {
    final MemoryTransaction transaction;
    final List<Written> written = new ArrayList<>();
    final Set<PartitionModel> touched = new LinkedHashSet<>();

    Open(MemoryTransaction transaction) {
      this.transaction = transaction;
    }
  }

  private final boolean followersRead;
  private final boolean committedOnly;
  private final List<PartitionModel> logs = new ArrayList<>();
  private final ArrayDeque<Open> open = new ArrayDeque<>();
  private int lastSerial;
  private long buffersWrittenOff;
  private long bytesWrittenOff;
  private int largestBatchBytes;

  Cluster(Setup setup) {
    super(TopicSettings.DEFAULTS);
    followersRead = setup.rack() > 0;
    committedOnly = setup.isolation() == IsolationLevel.READ_COMMITTED;
    for (int broker = 1; broker <= BROKERS; broker++) {
      memory.rack(broker, Setup.rack(broker));
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      logs.add(new PartitionModel(name(partition), partition, committedOnly));
    }
  }

  PartitionModel log(int partition) {
    return logs.get(partition);
  }

  /** How far readers can read now. */
  long readableEnd(PartitionModel log) {
    if (!exists(log.index)) {
      return 0;
    }
    return committedOnly ? memory.lastStableOffset(log.name) : memory.highWatermark(log.name);
  }

  /** Whether a follower may be read, which may not know how far the leader's log goes. */
  boolean followersAreRead() {
    return followersRead;
  }

  /** More than the bytes of any batch ever written. */
  int largestBatchBytes() {
    return largestBatchBytes;
  }

  // Steps.

  void append(int partition, int records, int bytes) {
    if (exists(partition)) {
      PartitionModel log = log(partition);
      memory.append(log.name, written(log, records, bytes, Fate.VISIBLE));
    }
  }

  private List<MemoryRecord> written(PartitionModel log, int records, int bytes, Fate fate) {
    List<MemoryRecord> batch = new ArrayList<>(records);
    for (int i = 0; i < records; i++) {
      int serial = ++lastSerial;
      log.append(serial, fate);
      batch.add(new MemoryRecord(MemoryRecord.NOW, null, value(serial, bytes), List.of()));
    }
    largestBatchBytes = Math.max(largestBatchBytes, 100 + records * (24 + bytes));
    return batch;
  }

  /** The serial, then as many dots as it takes. */
  static Slice value(int serial, int bytes) {
    byte[] digits = Integer.toString(serial).getBytes(StandardCharsets.US_ASCII);
    byte[] value = Arrays.copyOf(digits, Math.max(bytes, digits.length));
    Arrays.fill(value, digits.length, value.length, (byte) '.');
    return Slice.of(value);
  }

  /** The serial in a value. */
  static int serial(Slice value) {
    int serial = 0;
    for (int i = 0; i < value.length() && value.at(i) != '.'; i++) {
      serial = 10 * serial + value.at(i) - '0';
    }
    return serial;
  }

  void transact(int partition, int records, boolean begin) {
    if (!exists(partition)) {
      return;
    }
    if (begin || open.isEmpty()) {
      open.addLast(new Open(memory.begin()));
    }
    Open newest = open.getLast();
    PartitionModel log = log(partition);
    int first = (int) log.end();
    int serial = lastSerial;
    newest.transaction.append(log.name, written(log, records, 10, Fate.PENDING));
    newest.touched.add(log);
    for (int i = 0; i < records; i++) {
      newest.written.add(new Written(log, first + i, serial + 1 + i));
    }
  }

  void endTransaction(boolean commit) {
    Open oldest = open.pollFirst();
    if (oldest == null) {
      return;
    }
    if (commit) {
      oldest.transaction.commit();
    } else {
      oldest.transaction.abort();
    }
    Fate fate = commit ? Fate.VISIBLE : Fate.ABORTED;
    oldest.written.forEach(each -> each.log.decide(each.offset, each.serial, fate));
    for (PartitionModel log : oldest.touched) {
      if (exists(log.index)) {
        log.append(++lastSerial, Fate.MARKER);
      }
    }
  }

  void compact(int partition, int every, boolean keepEmptied) {
    if (exists(partition)) {
      PartitionModel log = log(partition);
      List<Long> removed = log.remove(every, memory.lastStableOffset(log.name));
      memory.removeRecords(log.name, removed, keepEmptied);
    }
  }

  void moveLogStart(int partition, int permille) {
    if (exists(partition)) {
      PartitionModel log = log(partition);
      long start = memory.lastStableOffset(log.name) * permille / 1000;
      if (start > memory.logStart(log.name)) {
        memory.deleteRecords(log.name, start);
        log.startAt(start);
      }
    }
  }

  @Override
  void electUnclean(int partition, int broker, int lost) {
    if (!exists(partition) || isDown(broker)) {
      return;
    }
    PartitionModel log = log(partition);
    long start = memory.logStart(log.name);
    long end = Math.max(start, log.end() - lost);
    // A log never ends behind records that were compacted away: its readers could not get there.
    while (end > start && log.isRemoved(end - 1)) {
      end--;
    }
    memory.electUnclean(log.name, broker, end);
    log.cutAt((int) end);
  }

  @Override
  void onDelete(int partition) {
    log(partition).delete();
  }

  void holdBack(int partition, int broker, int records) {
    if (exists(partition) && memory.leader(name(partition)) != broker) {
      long end = Math.max(0, log(partition).end() - records);
      memory.holdBack(name(partition), broker, end, Math.max(0, end - records / 2));
    }
  }

  void catchUp(int partition, int broker) {
    if (exists(partition)) {
      memory.catchUp(name(partition), broker);
    }
  }

  void nameReplica(int partition, int broker) {
    if (exists(partition)) {
      memory.preferReplica(name(partition), broker == 0 ? null : broker);
    }
  }

  void moveCoordinator(int broker) {
    memory.moveCoordinator(Setup.GROUP, broker);
  }

  void loadGroup(boolean loading) {
    memory.loadGroup(Setup.GROUP, loading);
  }

  void liveMembers(boolean some) {
    memory.members(Setup.GROUP, some);
  }

  /** What is fetched and not released now never will be: who has it is dead. */
  void writeOffBuffers() {
    buffersWrittenOff = memory.outstandingBuffers();
    bytesWrittenOff = memory.outstandingBytes();
  }

  /** Batches fetched by the living and not released. */
  long buffersInUse() {
    return memory.outstandingBuffers() - buffersWrittenOff;
  }

  long bytesInUse() {
    return memory.outstandingBytes() - bytesWrittenOff;
  }

  /** Ends all trouble and every transaction, and lets something come in every log. */
  void heal() {
    healBrokers();
    healGroup();
    healLogs();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      append(partition, 1, 10);
    }
  }

  private void healGroup() {
    loadGroup(false);
    liveMembers(false);
  }

  private void healLogs() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      nameReplica(partition, 0);
      for (int broker = 1; broker <= BROKERS; broker++) {
        catchUp(partition, broker);
      }
    }
    while (!open.isEmpty()) {
      endTransaction(open.size() % 2 == 0);
    }
  }
}
