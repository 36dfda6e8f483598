package io.toppar.app.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The records of some batches, one batch after the other. One thread at a time. */
final class PolledRecords implements Records {

  private final List<RecordBatch> batches = new ArrayList<>();
  private int recordCount;

  void add(RecordBatch batch) {
    batches.add(batch);
    recordCount += batch.recordCount();
  }

  /** An upper bound of the number of records. */
  int recordCount() {
    return recordCount;
  }

  @Override
  public List<RecordBatch> batches() {
    return List.copyOf(batches);
  }

  @Override
  public boolean isEmpty() {
    return batches.isEmpty();
  }

  @Override
  public Iterator<Record> iterator() {
    Iterator<RecordBatch> rest = batches.iterator();
    return new Iterator<>() {
      private @Nullable Iterator<Record> current;

      @Override
      public boolean hasNext() {
        while (current == null || !current.hasNext()) {
          if (!rest.hasNext()) {
            return false;
          }
          current = rest.next().iterator();
        }
        return true;
      }

      @Override
      public Record next() {
        if (!hasNext() || current == null) {
          throw new NoSuchElementException("no more records");
        }
        return current.next();
      }
    };
  }

  @Override
  public void close() {
    batches.forEach(RecordBatch::close);
  }
}
