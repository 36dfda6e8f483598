package io.toppar.testing.contracts;

import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record whose cursor keeps its bytes, noted by places in an array.
 *
 * @param noted views of the places of all fields that are not null
 * @param before copies of the same fields, taken while the cursor stood there
 */
record KeptRecord(List<Slice> noted, List<Slice> before) {

  /** The records that their cursor keeps, of all to the end; closes it. */
  static List<KeptRecord> all(RecordCursor cursor) {
    List<KeptRecord> kept = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        if (cursor.keepsBytes()) {
          kept.add(at(cursor));
        }
      }
    }
    return kept;
  }

  private static KeptRecord at(RecordCursor cursor) {
    KeptRecord record = new KeptRecord(new ArrayList<>(), new ArrayList<>());
    record.note(cursor.key());
    record.note(cursor.value());
    for (int i = 0; i < cursor.headerCount(); i++) {
      record.note(cursor.headerKey(i));
      record.note(cursor.headerValue(i));
    }
    return record;
  }

  private void note(@Nullable Slice field) {
    if (field != null) {
      noted.add(new Slice().wrap(field.array(), field.arrayOffset(), field.length()));
      before.add(field.copy());
    }
  }

  /** In how many arrays the fields lie. */
  long arrays() {
    return noted.stream().map(Slice::array).distinct().count();
  }
}
