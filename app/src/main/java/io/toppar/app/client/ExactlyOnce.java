package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Reading whose next offsets the application keeps itself, in the same transactions as the results:
 * whenever it dies, every record is in the results once. {@code docs/exactly-once.md} shows it with
 * a database.
 *
 * <p>The consumer needs no offset store. Its partitions are those given here, and nobody else polls
 * it or seeks in it.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <E> what the application's store throws
 */
public final class ExactlyOnce<E extends Exception> {

  private final Consumer consumer;
  private final Results<E> results;

  /**
   * The application's store.
   *
   * @param <E> what it throws
   */
  public interface Results<E extends Exception> {

    /** What was written last with the results of this partition; empty if nothing was. */
    Optional<StoredOffset> next(TopicPartition topicPartition) throws E;

    /**
     * Writes what follows from these records and, as the position of their partition, where reading
     * goes on, in one transaction: both, or by throwing neither.
     *
     * <p>It should refuse if the position that is there lies past {@link RecordBatch#baseOffset}:
     * then another process has written these records.
     *
     * @param next to be answered by {@link #next} from now on
     */
    void write(RecordBatch records, StoredOffset next) throws E;
  }

  private ExactlyOnce(Consumer consumer, Results<E> results) {
    this.consumer = consumer;
    this.results = results;
  }

  /**
   * Assigns these partitions where the results say, and at the beginning of the log where they say
   * nothing.
   */
  public static <E extends Exception> ExactlyOnce<E> reading(
      Consumer consumer, Collection<TopicPartition> partitions, Results<E> results) throws E {
    List<Assignment> assignments = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      StoredOffset next = results.next(partition).orElse(null);
      assignments.add(
          next == null
              ? Assignment.beginning(partition)
              : new Assignment(partition, next.offset(), next.leaderEpoch()));
    }
    consumer.assign(assignments);
    return new ExactlyOnce<>(consumer, results);
  }

  /**
   * Waits for records and has them written. If that throws, they come again at the next step.
   *
   * @return whether records were written
   * @throws PartitionException an error of a partition; of category RESEEK if the log is not the
   *     one any more that the results are of: records were deleted before they were read, or the
   *     log was cut, or its topic made again. What that means for the results only the application
   *     knows; the next step goes on where the error says.
   */
  public boolean step(Duration timeout) throws E {
    ConsumerEvent event = consumer.pollEvent(timeout);
    if (event instanceof ConsumerEvent.Batch batch) {
      write(batch.batch());
      return true;
    }
    if (event instanceof ConsumerEvent.PartitionError error) {
      throw error.exception();
    }
    if (event instanceof ConsumerEvent.PositionReset reset) {
      throw new PartitionException(
          reset.topicPartition(),
          ErrorCode.LOCAL_LOG_TRUNCATION,
          reset.to(),
          "the results end at "
              + Offsets.text(reset.from())
              + " and reading goes on at "
              + Offsets.text(reset.to())
              + ": "
              + reset.reason());
    }
    return false;
  }

  private void write(RecordBatch records) throws E {
    try (records) {
      results.write(records, new StoredOffset(records.nextOffset(), records.leaderEpoch(), ""));
    } catch (Throwable failure) {
      readAgain(records, failure);
      throw failure;
    }
  }

  private void readAgain(RecordBatch records, Throwable failure) {
    try {
      consumer.seek(records.topicPartition(), records.baseOffset());
    } catch (TopparException closed) {
      failure.addSuppressed(closed);
    }
  }
}
