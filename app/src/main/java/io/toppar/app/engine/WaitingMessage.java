package io.toppar.app.engine;

import io.toppar.domain.produce.UnassignedMessage;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a message that waits for the metadata of its topic. It belongs to the duty thread from
 * its arrival on.
 */
final class WaitingMessage extends UnassignedMessage implements SendRecord {

  /** What one is charged with beside its bytes. */
  private static final int BYTES = 192;

  final SendTopic topic;
  final @Nullable Object receipt;

  /** Whether the application chooses its partition just now; the duty thread only. */
  boolean choosing;

  /** Whether it was appended, or could not be, and that is being told; the duty thread only. */
  boolean appending;

  private final int partition;
  private final long timestampMillis;
  private final long oldestNanos;
  private final int sizeBytes;
  private final @Nullable Slice key;
  private final @Nullable Slice value;
  private final RecordHeaders headers;

  WaitingMessage(
      SendTopic topic,
      SendRecord record,
      long timestampMillis,
      @Nullable Object receipt,
      long nowNanos) {
    this.topic = topic;
    this.receipt = receipt;
    this.partition = record.partition();
    this.timestampMillis = timestampMillis;
    this.oldestNanos = nowNanos;
    this.sizeBytes = Math.toIntExact(RecordSize.payload(record));
    this.key = copy(record.key());
    this.value = copy(record.value());
    this.headers = HeaderCopies.of(record.headers());
  }

  /** Bytes of memory that such a message is charged with. */
  static int charge(SendRecord record, @Nullable Object receipt) {
    return Math.toIntExact(RecordSize.payload(record))
        + BYTES
        + (receipt == null ? 0 : Receipts.BYTES);
  }

  int charge() {
    return charge(this, receipt);
  }

  private static @Nullable Slice copy(@Nullable Slice part) {
    return part == null ? null : part.copy();
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public int sizeBytes() {
    return sizeBytes;
  }

  @Override
  public long oldestNanos() {
    return oldestNanos;
  }

  @Override
  public long timestampMillis() {
    return timestampMillis;
  }

  @Override
  public @Nullable Slice key() {
    return key;
  }

  @Override
  public @Nullable Slice value() {
    return value;
  }

  @Override
  public RecordHeaders headers() {
    return headers;
  }

  /** Headers that stand alone. */
  private static final class HeaderCopies implements RecordHeaders {

    private final Slice[] names;
    private final @Nullable Slice[] values;

    private HeaderCopies(RecordHeaders headers) {
      names = new Slice[headers.count()];
      values = new @Nullable Slice[headers.count()];
      for (int i = 0; i < names.length; i++) {
        names[i] = headers.name(i).copy();
        values[i] = copy(headers.value(i));
      }
    }

    static RecordHeaders of(RecordHeaders headers) {
      return headers.count() == 0 ? NONE : new HeaderCopies(headers);
    }

    @Override
    public int count() {
      return names.length;
    }

    @Override
    public Slice name(int index) {
      return names[index];
    }

    @Override
    public @Nullable Slice value(int index) {
      return values[index];
    }
  }
}
