package io.toppar.testing.contracts;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a {@link SentRecord} on their way out; one slice for all names, as ports allow.
 */
final class SentHeaders implements RecordHeaders {

  private final List<SentRecord.Header> headers;
  private final Slice name = new Slice();

  SentHeaders(List<SentRecord.Header> headers) {
    this.headers = headers;
  }

  @Override
  public int count() {
    return headers.size();
  }

  @Override
  public Slice name(int index) {
    byte[] bytes = Slice.of(headers.get(index).name()).array();
    return name.wrap(bytes, 0, bytes.length);
  }

  @Override
  public @Nullable Slice value(int index) {
    return headers.get(index).value();
  }
}
