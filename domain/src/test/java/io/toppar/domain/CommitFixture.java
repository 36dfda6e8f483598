package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A commit machine driven by hand; what it wants and what has ended are lines of text. */
final class CommitFixture implements CommitEffects {

  static final long MILLI = 1_000_000;
  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final TopicPartition T1 = new TopicPartition("t", 1);
  static final TopicPartition T2 = new TopicPartition("t", 2);
  static final GroupConfig CONFIG =
      new GroupConfig(100 * MILLI, 1_000 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 4);

  final CommitMachine machine;
  private final List<String> lines = new ArrayList<>();
  long now = Long.MAX_VALUE - 5_000 * MILLI;
  private long lastTicket;

  CommitFixture() {
    this(CONFIG, 7);
  }

  CommitFixture(GroupConfig config, long seed) {
    machine = new CommitMachine("g", config, new SplittableRandom(seed));
  }

  /** A fixture whose machine knows broker 1 as the coordinator, with nothing to do. */
  static CommitFixture found() {
    CommitFixture f = new CommitFixture();
    f.load(T2);
    f.turn();
    f.find(1);
    f.machine.onFetched(List.of(CommittedOffset.none(T2)), f.now, f);
    f.turn();
    f.lastTicket = 0;
    return f;
  }

  long store(TopicPartition partition, long offset) {
    machine.store(new OffsetToCommit(partition, offset, -1, ""), ++lastTicket, now);
    return lastTicket;
  }

  long load(TopicPartition partition) {
    machine.load(partition, ++lastTicket, now);
    return lastTicket;
  }

  long delete(TopicPartition partition) {
    machine.delete(partition, ++lastTicket, now);
    return lastTicket;
  }

  long list() {
    machine.list(++lastTicket, now);
    return lastTicket;
  }

  /** What the machine wants, and what has ended, since the last turn. */
  List<String> turn() {
    machine.plan(now, this);
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  /** Lets the time of the machine's deadline come; how long that took. */
  long toDeadline() {
    long waited = machine.deadline() - now;
    now += waited;
    return waited;
  }

  List<String> pass(long millis) {
    now += millis * MILLI;
    return turn();
  }

  List<String> find(int brokerId) {
    machine.onCoordinatorFound(brokerId, now);
    return turn();
  }

  List<String> answer(ErrorCode... errors) {
    machine.onCommitted(List.of(errors), now, this);
    return turn();
  }

  List<String> fetched(CommittedOffset... answers) {
    machine.onFetched(List.of(answers), now, this);
    return turn();
  }

  List<String> deleted(ErrorCode... errors) {
    machine.onDeleted(List.of(errors), now, this);
    return turn();
  }

  List<String> listed(CommittedOffset... answers) {
    machine.onListed(List.of(answers), now, this);
    return turn();
  }

  static CommittedOffset at(TopicPartition partition, long offset) {
    return new CommittedOffset(partition, ErrorCode.NONE, offset, 3, "note");
  }

  @Override
  public void findCoordinator(long deadlineNanos) {
    lines.add("find");
  }

  @Override
  public void commitOffsets(int brokerId, List<OffsetToCommit> offsets, long deadlineNanos) {
    StringBuilder line = new StringBuilder("commit at " + brokerId + ":");
    for (OffsetToCommit one : offsets) {
      line.append(' ').append(one.topicPartition()).append('@').append(one.offset());
    }
    lines.add(line.toString());
  }

  @Override
  public void fetchOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    ask("fetch", brokerId, partitions);
  }

  @Override
  public void deleteOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    ask("delete", brokerId, partitions);
  }

  @Override
  public void fetchAllOffsets(int brokerId, long deadlineNanos) {
    lines.add("fetch all at " + brokerId);
  }

  @Override
  public void listed(long ticket, List<CommittedOffset> committed) {
    StringBuilder line = new StringBuilder(ticket + " listed:");
    committed.forEach(
        one -> line.append(' ').append(one.topicPartition()).append('@').append(one.offset()));
    lines.add(line.toString());
  }

  private void ask(String what, int brokerId, List<TopicPartition> partitions) {
    StringBuilder line = new StringBuilder(what + " at " + brokerId + ":");
    partitions.forEach(one -> line.append(' ').append(one));
    lines.add(line.toString());
  }

  @Override
  public void stored(long ticket) {
    lines.add(ticket + " stored");
  }

  @Override
  public void loaded(long ticket, CommittedOffset committed) {
    lines.add(ticket + " loaded " + Offsets.text(committed.offset()));
  }

  @Override
  public void deleted(long ticket) {
    lines.add(ticket + " deleted");
  }

  @Override
  public void failed(long ticket, ErrorCode error, boolean lasting, String detail) {
    lines.add(ticket + (lasting ? " refused " : " failed ") + error + ": " + detail);
  }
}
