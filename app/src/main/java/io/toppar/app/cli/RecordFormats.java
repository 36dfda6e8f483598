package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import java.util.function.ToIntFunction;

/** Makes the format of a run once the leaders are known. */
@FunctionalInterface
interface RecordFormats {

  /** One JSON object per line. */
  RecordFormats JSON = JsonFormat::new;

  /** Nothing at all. */
  RecordFormats DISCARD = leaders -> (from, record, out) -> {};

  /** A format; {@code leaders} knows which broker a partition is read from. */
  RecordFormat of(ToIntFunction<TopicPartition> leaders);
}
