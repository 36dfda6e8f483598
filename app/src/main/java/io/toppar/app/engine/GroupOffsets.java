package io.toppar.app.engine;

import io.toppar.domain.CommitEffects;
import io.toppar.domain.CommitMachine;
import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the effects of one group's machine, and feeds it what comes of them. In turns only. */
final class GroupOffsets implements CommitEffects {

  private final CommitMachine machine;
  private final BrokerCalls calls;
  private final OffsetDuty duty;

  GroupOffsets(CommitMachine machine, BrokerCalls calls, OffsetDuty duty) {
    this.machine = machine;
    this.calls = calls;
    this.duty = duty;
  }

  CommitMachine machine() {
    return machine;
  }

  void plan(long nowNanos) {
    machine.plan(nowNanos, this);
  }

  @Override
  public void findCoordinator(long deadlineNanos) {
    calls.submit(
        new BrokerRequest.FindCoordinator(BrokerRequest.ANY_BROKER, machine.group(), deadlineNanos),
        (outcome, now) -> {
          if (outcome instanceof BrokerOutcome.Coordinator found) {
            machine.onCoordinatorFound(found.brokerId(), now);
          } else {
            BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
            machine.onCoordinatorFailed(BrokerCalls.code(failed), failed.detail(), now, this);
          }
        });
  }

  @Override
  public void commitOffsets(int brokerId, List<OffsetToCommit> offsets, long deadlineNanos) {
    calls.submit(
        new BrokerRequest.OffsetCommit(
            brokerId, machine.group(), null, List.copyOf(offsets), deadlineNanos),
        (outcome, now) -> {
          if (outcome instanceof BrokerOutcome.OffsetsCommitted committed
              && committed.answers().size() == offsets.size()) {
            List<ErrorCode> errors =
                committed.answers().stream().map(BrokerOutcome.CommitAnswer::error).toList();
            machine.onCommitted(errors, now, this);
          } else {
            BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
            machine.onCommitFailed(BrokerCalls.code(failed), failed.detail(), now, this);
          }
        });
  }

  @Override
  public void fetchOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    calls.submit(
        new BrokerRequest.OffsetFetch(
            brokerId, machine.group(), List.copyOf(partitions), true, deadlineNanos),
        (outcome, now) -> {
          if (outcome instanceof BrokerOutcome.OffsetsFetched fetched
              && fetched.answers().size() == partitions.size()) {
            machine.onFetched(fetched.answers(), now, this);
          } else {
            BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
            machine.onFetchFailed(BrokerCalls.code(failed), failed.detail(), now, this);
          }
        });
  }

  @Override
  public void fetchAllOffsets(int brokerId, long deadlineNanos) {
    calls.submit(
        new BrokerRequest.OffsetFetch(brokerId, machine.group(), null, true, deadlineNanos),
        (outcome, now) -> {
          if (outcome instanceof BrokerOutcome.OffsetsFetched fetched) {
            machine.onListed(fetched.answers(), now, this);
          } else {
            BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
            machine.onListFailed(BrokerCalls.code(failed), failed.detail(), now, this);
          }
        });
  }

  @Override
  public void deleteOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    calls.submit(
        new BrokerRequest.OffsetDelete(
            brokerId, machine.group(), List.copyOf(partitions), deadlineNanos),
        (outcome, now) -> {
          if (outcome instanceof BrokerOutcome.OffsetsDeleted deleted
              && deleted.answers().size() == partitions.size()) {
            List<ErrorCode> errors =
                deleted.answers().stream().map(BrokerOutcome.DeleteAnswer::error).toList();
            machine.onDeleted(errors, now, this);
          } else {
            BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
            machine.onDeleteFailed(BrokerCalls.code(failed), failed.detail(), now, this);
          }
        });
  }

  @Override
  public void deleted(long ticket) {
    duty.ended(ticket, new StoreOutcome.Deleted());
  }

  @Override
  public void stored(long ticket) {
    duty.ended(ticket, new StoreOutcome.Stored());
  }

  @Override
  public void loaded(long ticket, CommittedOffset committed) {
    StoredOffset offset = committed.offset() < 0 ? null : stored(committed);
    duty.ended(ticket, new StoreOutcome.Loaded(offset, null));
  }

  @Override
  public void listed(long ticket, List<CommittedOffset> committed) {
    Map<OffsetKey, StoredOffset> offsets = new HashMap<>();
    List<OffsetKey> untold = new ArrayList<>();
    for (CommittedOffset one : committed) {
      OffsetKey key = new OffsetKey(one.topicPartition(), machine.group());
      if (one.error() != ErrorCode.NONE) {
        untold.add(key);
      } else if (one.offset() >= 0) {
        offsets.put(key, stored(one));
      }
    }
    duty.ended(ticket, new StoreOutcome.Listed(offsets, untold));
  }

  private static StoredOffset stored(CommittedOffset committed) {
    return new StoredOffset(committed.offset(), committed.leaderEpoch(), committed.metadata());
  }

  @Override
  public void failed(long ticket, ErrorCode error, boolean lasting, String detail) {
    duty.ended(ticket, new StoreOutcome.Failed(reason(error, lasting), error, detail));
  }

  private static StoreOutcome.Reason reason(ErrorCode error, boolean lasting) {
    if (!lasting) {
      return StoreOutcome.Reason.IO;
    }
    return switch (error) {
      case LOCAL_DESTROY -> StoreOutcome.Reason.CLOSED;
      case UNKNOWN_MEMBER_ID,
          ILLEGAL_GENERATION,
          REBALANCE_IN_PROGRESS,
          FENCED_INSTANCE_ID,
          FENCED_MEMBER_EPOCH,
          STALE_MEMBER_EPOCH,
          NON_EMPTY_GROUP,
          GROUP_SUBSCRIBED_TO_TOPIC ->
          StoreOutcome.Reason.IN_USE;
      default -> StoreOutcome.Reason.REFUSED;
    };
  }
}
