package io.toppar.netty.gateway;

import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Questions about partitions, laid out in rounds: a broker answers a partition once in a request,
 * so the second question about it waits for the second request, and so on. Nearly always there is
 * one round.
 *
 * @param <Q> the kind of question
 * @param <A> the kind of answer
 */
final class Rounds<Q, A> {

  private final Function<Q, TopicPartition> partition;
  private final Function<TopicPartition, A> unanswered;
  private final List<Q> questions;
  private final List<Integer> roundOf = new ArrayList<>();
  private final Map<Integer, A> answers = new HashMap<>();
  private int round;
  private int rounds;

  /**
   * Lays questions out.
   *
   * @param unanswered what stands for a partition that the broker leaves out (B077)
   */
  Rounds(
      List<Q> questions,
      Function<Q, TopicPartition> partition,
      Function<TopicPartition, A> unanswered) {
    this.questions = questions;
    this.partition = partition;
    this.unanswered = unanswered;
    Map<TopicPartition, Integer> seen = new HashMap<>();
    for (Q question : questions) {
      int occurrence = seen.merge(partition.apply(question), 1, Integer::sum);
      roundOf.add(occurrence - 1);
      rounds = Math.max(rounds, occurrence);
    }
  }

  /** What the next request asks. */
  List<Q> current() {
    List<Q> current = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      if (roundOf.get(i) == round) {
        current.add(questions.get(i));
      }
    }
    return current;
  }

  /**
   * Takes a reply.
   *
   * @return whether that was the last round
   */
  boolean answered(Map<TopicPartition, A> told) {
    for (int i = 0; i < questions.size(); i++) {
      if (roundOf.get(i) == round) {
        TopicPartition key = partition.apply(questions.get(i));
        A answer = told.get(key);
        answers.put(i, answer == null ? unanswered.apply(key) : answer);
      }
    }
    round++;
    return round >= rounds;
  }

  /** All answers, in the questions' order. */
  List<A> answers() {
    List<A> all = new ArrayList<>(questions.size());
    for (int i = 0; i < questions.size(); i++) {
      A answer = answers.get(i);
      all.add(answer == null ? unanswered.apply(partition.apply(questions.get(i))) : answer);
    }
    return all;
  }
}
