package io.toppar.app.client;

import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of one record are, written over by the next. One thread.
 *
 * <p>They are where the cursor has them, if it keeps them there. Else they are copied into chunks
 * that hold many records each, so that a record costs no array of its own.
 */
final class RecordParts {

  private static final int[] NO_HEADERS = {};
  private static final byte[] NOTHING = {};
  private static final int FIRST_CHUNK = 1 << 10;
  private static final int LARGEST_CHUNK = 16 << 10;

  /** More than this goes into an array of its own, lest much of a chunk be left over. */
  private static final int LARGEST_SHARING = LARGEST_CHUNK / 8;

  byte[] bytes = NOTHING;
  int keyAt;

  /** -1 for null, as all lengths. */
  int keyLength;

  int valueAt;
  int valueLength;

  /** Four numbers for each header: where its name begins, its length, and the same of the value. */
  int[] headers = NO_HEADERS;

  private byte[] chunk = NOTHING;
  private int used;
  private int nextChunk = FIRST_CHUNK;

  /** Where copied bytes go next. */
  private int at;

  /** Takes in the record that a cursor stands at. */
  void read(RecordCursor cursor) {
    boolean copies = !cursor.keepsBytes();
    if (copies) {
      reserve(size(cursor));
    }
    Slice key = cursor.key();
    keyAt = place(key, copies);
    keyLength = length(key);
    Slice value = cursor.value();
    valueAt = place(value, copies);
    valueLength = length(value);
    int count = cursor.headerCount();
    headers = count == 0 ? NO_HEADERS : new int[HeldRecord.HEADER_NUMBERS * count];
    for (int i = 0, number = 0; i < count; i++) {
      Slice name = cursor.headerKey(i);
      headers[number++] = place(name, copies);
      headers[number++] = length(name);
      Slice content = cursor.headerValue(i);
      headers[number++] = place(content, copies);
      headers[number++] = length(content);
    }
  }

  /** Where a field is, after it has been copied if it must be. */
  private int place(@Nullable Slice field, boolean copies) {
    if (field == null) {
      return 0;
    }
    if (!copies) {
      bytes = field.array();
      return field.arrayOffset();
    }
    int start = at;
    System.arraycopy(field.array(), field.arrayOffset(), bytes, start, field.length());
    at += field.length();
    return start;
  }

  /** Points at room for a record of this size. */
  private void reserve(int size) {
    if (size > LARGEST_SHARING) {
      bytes = new byte[size];
      at = 0;
      return;
    }
    if (size > chunk.length - used) {
      chunk = new byte[Math.max(size, nextChunk)];
      used = 0;
      nextChunk = Math.min(2 * nextChunk, LARGEST_CHUNK);
    }
    bytes = chunk;
    at = used;
    used += size;
  }

  private static int size(RecordCursor cursor) {
    int size = Math.max(length(cursor.key()), 0) + Math.max(length(cursor.value()), 0);
    for (int i = 0; i < cursor.headerCount(); i++) {
      size += cursor.headerKey(i).length() + Math.max(length(cursor.headerValue(i)), 0);
    }
    return size;
  }

  private static int length(@Nullable Slice field) {
    return field == null ? HeldRecord.ABSENT : field.length();
  }
}
