package io.toppar.app.client;

import io.toppar.app.engine.SendRecord;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent: where to, key, value, headers and time. A form that is filled in, sent, and
 * may be changed and sent again: the producer copies what it needs before {@code send} returns.
 *
 * <p>A key or value that is not set is null, which is something other than an empty one (B124):
 * without a value the message is a tombstone in a compacted topic.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Ownership:</b> arrays and slices that are given are
 * not copied before the message is sent, so they must stay as they are until then. <b>Errors:</b> a
 * null where none is allowed is a {@link NullPointerException} that names the parameter: no key is
 * said by {@link #noKey}, no value by {@link #noValue}.
 */
public final class Message {

  private static final int FIRST_HEADERS = 4;

  private String topic = "";
  private int partition = SendRecord.NOT_SET;
  private long timestampMillis = SendRecord.NOT_SET;
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private boolean hasKey;
  private boolean hasValue;
  private final Headers headers = new Headers();
  private final SendRecord view = new View();

  /** A message to nowhere, with nothing in it. */
  public Message() {}

  /** A message to a topic, with nothing in it. */
  public static Message to(String topic) {
    return new Message().topic(topic);
  }

  /** A message to a partition, with nothing in it. */
  public static Message to(String topic, int partition) {
    return to(topic).partition(partition);
  }

  /** Makes it what it was when it was new. */
  public Message clear() {
    topic = "";
    partition = SendRecord.NOT_SET;
    timestampMillis = SendRecord.NOT_SET;
    return noKey().noValue().noHeaders();
  }

  /** Names the topic. */
  public Message topic(String name) {
    topic = Objects.requireNonNull(name, "topic");
    return this;
  }

  /** Names the partition, 0 or greater. */
  public Message partition(int number) {
    if (number < 0) {
      throw Errors.misuse("partition " + number + " is negative; the least is 0");
    }
    partition = number;
    return this;
  }

  /** Names no partition: the partitioner chooses one, as it does at first. */
  public Message anyPartition() {
    partition = SendRecord.NOT_SET;
    return this;
  }

  /** Sets the time, in milliseconds since the epoch, 0 or greater. */
  public Message timestamp(long millis) {
    if (millis < 0) {
      throw Errors.misuse("timestamp " + millis + " is negative; the least is 0");
    }
    timestampMillis = millis;
    return this;
  }

  /** Takes the time at which it is handed over, as at first. */
  public Message timestampOfSending() {
    timestampMillis = SendRecord.NOT_SET;
    return this;
  }

  /** Sets the key. */
  public Message key(byte[] bytes) {
    return key(given(bytes), 0, bytes.length);
  }

  /** Sets the key to a part of an array. */
  public Message key(byte[] bytes, int offset, int length) {
    key.wrap(given(bytes), offset, length);
    hasKey = true;
    return this;
  }

  /** Sets the key to the bytes that a slice shows now. */
  public Message key(Slice bytes) {
    return key(given(bytes).array(), bytes.arrayOffset(), bytes.length());
  }

  /** Sets the key to the UTF-8 bytes of a text. */
  public Message key(String text) {
    return key(Objects.requireNonNull(text, "text").getBytes(StandardCharsets.UTF_8));
  }

  /** Has no key: null. */
  public Message noKey() {
    hasKey = false;
    return this;
  }

  /** Sets the value. */
  public Message value(byte[] bytes) {
    return value(given(bytes), 0, bytes.length);
  }

  /** Sets the value to a part of an array. */
  public Message value(byte[] bytes, int offset, int length) {
    value.wrap(given(bytes), offset, length);
    hasValue = true;
    return this;
  }

  /** Sets the value to the bytes that a slice shows now. */
  public Message value(Slice bytes) {
    return value(given(bytes).array(), bytes.arrayOffset(), bytes.length());
  }

  /** Sets the value to the UTF-8 bytes of a text. */
  public Message value(String text) {
    return value(Objects.requireNonNull(text, "text").getBytes(StandardCharsets.UTF_8));
  }

  /** Has no value: null. */
  public Message noValue() {
    hasValue = false;
    return this;
  }

  /** Adds a header behind those that are there. */
  public Message header(String name, byte @Nullable [] content) {
    headers.add(name(name), content == null ? null : Slice.of(content));
    return this;
  }

  /** Adds a header with the UTF-8 bytes of a text behind those that are there. */
  public Message header(String name, String content) {
    headers.add(name(name), Slice.of(Objects.requireNonNull(content, "content")));
    return this;
  }

  /** Adds a header behind those that are there; the slices are kept as they are. */
  public Message header(Slice name, @Nullable Slice content) {
    headers.add(name, content);
    return this;
  }

  /** Has no headers. */
  public Message noHeaders() {
    headers.clear();
    return this;
  }

  private static <T> T given(T bytes) {
    return Objects.requireNonNull(bytes, "bytes");
  }

  private static Slice name(String text) {
    return Slice.of(Objects.requireNonNull(text, "name"));
  }

  String topic() {
    return topic;
  }

  /** The same for the engine. */
  SendRecord view() {
    return view;
  }

  /** Where it goes and how large its parts are. */
  @Override
  public String toString() {
    return "Message["
        + (partition == SendRecord.NOT_SET ? topic : topic + "[" + partition + "]")
        + ", key "
        + (hasKey ? key.length() + " bytes" : "null")
        + ", value "
        + (hasValue ? value.length() + " bytes" : "null")
        + ", "
        + headers.count
        + " headers]";
  }

  private final class View implements SendRecord {

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public long timestampMillis() {
      return timestampMillis;
    }

    @Override
    public @Nullable Slice key() {
      return hasKey ? key : null;
    }

    @Override
    public @Nullable Slice value() {
      return hasValue ? value : null;
    }

    @Override
    public RecordHeaders headers() {
      return headers;
    }
  }

  private static final class Headers implements RecordHeaders {

    private @Nullable Slice[] parts = new Slice[0];
    private int count;

    void add(Slice name, @Nullable Slice content) {
      if (parts.length < 2 * count + 2) {
        parts = Arrays.copyOf(parts, Math.max(2 * FIRST_HEADERS, 2 * parts.length));
      }
      parts[2 * count] = Objects.requireNonNull(name, "name");
      parts[2 * count + 1] = content;
      count++;
    }

    void clear() {
      Arrays.fill(parts, null);
      count = 0;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public Slice name(int index) {
      return Objects.requireNonNull(parts[2 * Objects.checkIndex(index, count)]);
    }

    @Override
    public @Nullable Slice value(int index) {
      return parts[2 * Objects.checkIndex(index, count) + 1];
    }
  }
}
