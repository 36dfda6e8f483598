package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.FetchedBatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a Fetch reply told, read to the end and released. Immutable, any thread. */
public final class FetchNews {

  private final Map<TopicPartition, Part> parts = new LinkedHashMap<>();

  FetchNews(BrokerOutcome.Fetched fetched) {
    for (FetchedPartition told : fetched.partitions()) {
      Part before = parts.put(told.topicPartition(), Part.readAndRelease(told));
      assertThat(before).as("an earlier part for " + told.topicPartition()).isNull();
    }
  }

  /** Whether the reply tells of a partition. */
  public boolean tellsOf(TopicPartition topicPartition) {
    return parts.containsKey(topicPartition);
  }

  /** What it tells of a partition; fails if nothing. */
  public Part of(TopicPartition topicPartition) {
    assertThat(parts).as("partitions told of").containsKey(topicPartition);
    return Objects.requireNonNull(parts.get(topicPartition));
  }

  /** The values as text, of the partitions that brought any, in the order told. */
  public Map<TopicPartition, List<String>> texts() {
    Map<TopicPartition, List<String>> texts = new LinkedHashMap<>();
    parts.forEach(
        (topicPartition, part) -> {
          if (!part.records().isEmpty()) {
            texts.put(topicPartition, part.texts());
          }
        });
    return texts;
  }

  /**
   * One partition of a reply. Its batches have been released.
   *
   * @param told what the gateway told
   * @param records what its batches delivered
   * @param nextOffset where reading goes on, or -1 if no batches came
   */
  public record Part(FetchedPartition told, List<SeenRecord> records, long nextOffset) {

    /** The values as text. */
    public List<String> texts() {
      return records.stream().map(SeenRecord::text).toList();
    }

    private static Part readAndRelease(FetchedPartition told) {
      BatchHandle handle = told.batches();
      if (handle == null) {
        return new Part(told, List.of(), -1);
      }
      assertThat(handle).isInstanceOf(FetchedBatches.class);
      FetchedBatches batches = (FetchedBatches) handle;
      assertThat(batches.topicPartition()).isEqualTo(told.topicPartition());
      List<SeenRecord> records = new ArrayList<>(SeenRecord.rest(batches.records()));
      assertThat(records).hasSizeLessThanOrEqualTo(batches.recordCount());
      for (SeenRecord record : records) {
        assertThat(record.offset()).isBetween(batches.baseOffset(), batches.nextOffset() - 1);
      }
      long nextOffset = batches.nextOffset();
      batches.release();
      return new Part(told, records, nextOffset);
    }
  }
}
