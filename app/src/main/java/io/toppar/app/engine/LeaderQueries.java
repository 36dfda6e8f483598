package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Questions about single partitions, gathered during a turn into one request per broker, so that
 * starting thousands of partitions costs a handful of requests. The duty thread only.
 */
final class LeaderQueries {

  private final BrokerCalls calls;
  private final ClientSettings settings;
  private final Gathering<BrokerRequest.OffsetQuery, BrokerOutcome.OffsetAnswer> offsets =
      new Gathering<>();
  private final Gathering<BrokerRequest.EpochQuery, BrokerOutcome.EpochEnd> epochs =
      new Gathering<>();

  /** Hears the answer to one question. */
  interface Listener<A> {

    /** The leader answered, without an error. */
    void answered(A answer, long nowNanos);

    /** There was no answer, or one with an error of the partition. */
    void failed(ErrorCode error, String detail, long nowNanos);
  }

  /** The questions of one request: at most one of a partition, or brokers refuse it. */
  private static final class Questions<Q, A> {
    final Map<TopicPartition, Q> asked = new LinkedHashMap<>();
    final List<Listener<A>> listeners = new ArrayList<>();
  }

  /** The questions gathered so far, by broker. */
  private static final class Gathering<Q, A> {
    final Map<Integer, List<Questions<Q, A>>> byBroker = new TreeMap<>();

    void add(int brokerId, TopicPartition partition, Q question, Listener<A> listener) {
      List<Questions<Q, A>> requests = byBroker.computeIfAbsent(brokerId, id -> new ArrayList<>());
      Questions<Q, A> request = null;
      for (Questions<Q, A> candidate : requests) {
        if (!candidate.asked.containsKey(partition)) {
          request = candidate;
          break;
        }
      }
      if (request == null) {
        request = new Questions<>();
        requests.add(request);
      }
      request.asked.put(partition, question);
      request.listeners.add(listener);
    }
  }

  LeaderQueries(BrokerCalls calls, ClientSettings settings) {
    this.calls = calls;
    this.settings = settings;
  }

  void listOffsets(
      int brokerId,
      TopicPartition partition,
      int currentLeaderEpoch,
      long timestamp,
      Listener<BrokerOutcome.OffsetAnswer> listener) {
    offsets.add(
        brokerId,
        partition,
        new BrokerRequest.OffsetQuery(partition, currentLeaderEpoch, timestamp),
        listener);
  }

  void epochEnd(
      int brokerId,
      TopicPartition partition,
      int currentLeaderEpoch,
      int leaderEpoch,
      Listener<BrokerOutcome.EpochEnd> listener) {
    epochs.add(
        brokerId,
        partition,
        new BrokerRequest.EpochQuery(partition, currentLeaderEpoch, leaderEpoch),
        listener);
  }

  /** Sends what was gathered. */
  void flush(long nowNanos) {
    long deadline = Deadlines.after(nowNanos, settings.requestTimeoutNanos());
    offsets.byBroker.forEach(
        (brokerId, requests) ->
            requests.forEach(
                questions ->
                    send(
                        new BrokerRequest.ListOffsets(
                            brokerId,
                            List.copyOf(questions.asked.values()),
                            settings.toppar().isolationLevel(),
                            deadline),
                        questions.listeners,
                        LeaderQueries::offsetAnswers,
                        BrokerOutcome.OffsetAnswer::error)));
    offsets.byBroker.clear();
    epochs.byBroker.forEach(
        (brokerId, requests) ->
            requests.forEach(
                questions ->
                    send(
                        new BrokerRequest.EpochEnds(
                            brokerId, List.copyOf(questions.asked.values()), deadline),
                        questions.listeners,
                        LeaderQueries::epochAnswers,
                        BrokerOutcome.EpochEnd::error)));
    epochs.byBroker.clear();
  }

  private <A> void send(
      BrokerRequest request,
      List<Listener<A>> listeners,
      Function<BrokerOutcome, @Nullable List<A>> answersOf,
      Function<A, ErrorCode> errorOf) {
    calls.submit(
        request,
        (outcome, now) -> {
          List<A> answers = answersOf.apply(outcome);
          if (answers != null && answers.size() == listeners.size()) {
            for (int i = 0; i < answers.size(); i++) {
              tell(listeners.get(i), answers.get(i), errorOf.apply(answers.get(i)), now);
            }
            return;
          }
          BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
          for (Listener<A> listener : listeners) {
            listener.failed(BrokerCalls.code(failed), failed.detail(), now);
          }
        });
  }

  private static <A> void tell(Listener<A> listener, A answer, ErrorCode error, long nowNanos) {
    if (error == ErrorCode.NONE) {
      listener.answered(answer, nowNanos);
    } else {
      listener.failed(error, "the leader answered " + error, nowNanos);
    }
  }

  private static @Nullable List<BrokerOutcome.OffsetAnswer> offsetAnswers(BrokerOutcome outcome) {
    return outcome instanceof BrokerOutcome.Offsets offsets ? offsets.answers() : null;
  }

  private static @Nullable List<BrokerOutcome.EpochEnd> epochAnswers(BrokerOutcome outcome) {
    return outcome instanceof BrokerOutcome.EpochEnds epochs ? epochs.answers() : null;
  }
}
