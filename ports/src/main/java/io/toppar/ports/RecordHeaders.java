package io.toppar.ports;

import org.jspecify.annotations.Nullable;

/**
 * The headers of a record on its way out, read by index. Read by the appending thread alone, while
 * {@link BatchBuilder#append} runs.
 */
public interface RecordHeaders {

  /** No headers. */
  RecordHeaders NONE =
      new RecordHeaders() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public Slice name(int index) {
          throw new IndexOutOfBoundsException(index);
        }

        @Override
        public @Nullable Slice value(int index) {
          throw new IndexOutOfBoundsException(index);
        }
      };

  /** Number of headers. */
  int count();

  /** The name of the header at this index from 0, in UTF-8; valid until the next call. */
  Slice name(int index);

  /** The value of the header at this index, or null; valid until the next call. */
  @Nullable Slice value(int index);
}
