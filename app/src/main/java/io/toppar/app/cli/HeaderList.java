package io.toppar.app.cli;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers of a message that is made from input, in their order. One thread. */
final class HeaderList implements RecordHeaders {

  private final List<Slice> names = new ArrayList<>();
  private final List<@Nullable Slice> values = new ArrayList<>();

  /** Adds a header; names may come again. */
  void add(Slice name, @Nullable Slice value) {
    names.add(name);
    values.add(value);
  }

  @Override
  public int count() {
    return names.size();
  }

  @Override
  public Slice name(int index) {
    return names.get(index);
  }

  @Override
  public @Nullable Slice value(int index) {
    return values.get(index);
  }
}
