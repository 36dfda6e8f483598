package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.LeakLog;
import io.toppar.netty.connection.NameResolver;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A gateway under test: asks, waits for the one completion, and counts its frames at the end. */
final class OpenGateway implements AutoCloseable {

  private static final long LONGEST_SECONDS = 60;

  final SteeredClock clock = new SteeredClock();
  final NettyGateway gateway;
  private final AtomicLong tokens = new AtomicLong();
  private final Map<Long, CompletableFuture<BrokerOutcome>> open = new ConcurrentHashMap<>();
  private final List<String> surprises = new ArrayList<>();

  OpenGateway(NettyGatewayOptions options) {
    this(options, NameResolver.JDK);
  }

  OpenGateway(NettyGatewayOptions options, NameResolver resolver) {
    gateway = new NettyGateway(options, clock, resolver);
    gateway.open(this::post);
  }

  long deadlineIn(long millis) {
    return clock.nanoTime() + millis * 1_000_000;
  }

  CompletableFuture<BrokerOutcome> submit(BrokerRequest request) {
    long token = tokens.incrementAndGet();
    CompletableFuture<BrokerOutcome> answer = new CompletableFuture<>();
    open.put(token, answer);
    gateway.submit(request, token);
    return answer;
  }

  BrokerOutcome ask(BrokerRequest request) {
    return within(submit(request));
  }

  <T extends BrokerOutcome> T ask(BrokerRequest request, Class<T> family) {
    BrokerOutcome outcome = ask(request);
    assertThat(outcome).isInstanceOf(family);
    return family.cast(outcome);
  }

  BrokerOutcome.Failed fails(BrokerRequest request) {
    return ask(request, BrokerOutcome.Failed.class);
  }

  BrokerRequest.Metadata metadata(long millis, String... topics) {
    return new BrokerRequest.Metadata(
        BrokerRequest.ANY_BROKER, List.of(topics), List.of(), false, deadlineIn(millis));
  }

  BrokerRequest.ListOffsets offsets(int broker, OffsetQuery... queries) {
    return new BrokerRequest.ListOffsets(
        broker, List.of(queries), IsolationLevel.READ_COMMITTED, deadlineIn(30_000));
  }

  BrokerRequest.Fetch fetch(
      int broker, boolean fullList, List<FetchPartition> changed, List<TopicPartition> forgotten) {
    return new BrokerRequest.Fetch(
        broker,
        fullList,
        changed,
        forgotten,
        1,
        500,
        1 << 20,
        IsolationLevel.READ_COMMITTED,
        "",
        deadlineIn(30_000));
  }

  static FetchPartition at(TopicPartition partition, TopicId id, long offset) {
    return new FetchPartition(partition, id, offset, -1, -1, -1, 1 << 20);
  }

  /** The values of one partition's records, which are released. */
  static List<String> values(FetchedPartition partition) {
    List<String> values = new ArrayList<>();
    BatchHandle handle = partition.batches();
    if (handle instanceof FetchedBatches batches) {
      try (RecordCursor cursor = batches.records()) {
        while (cursor.next()) {
          Slice value = cursor.value();
          values.add(value == null ? "null" : value.utf8());
        }
      }
      batches.release();
    }
    return values;
  }

  /** Moves the clock; what is due by it runs. */
  void advance(long millis) {
    clock.advanceMillis(millis);
    gateway.runDue();
  }

  /** Returns when the event loop has done what was given to it so far. */
  void settle() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    gateway.eventLoop().execute(() -> done.complete(true));
    within(done);
  }

  static void within(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  static <T> T within(CompletableFuture<T> future) {
    try {
      return future.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (Exception late) {
      throw new AssertionError("no completion within " + LONGEST_SECONDS + " s", late);
    }
  }

  private void post(BrokerCompletion completion) {
    CompletableFuture<BrokerOutcome> answer = open.remove(completion.token());
    if (answer == null) {
      synchronized (surprises) {
        surprises.add("a second completion: " + completion);
      }
      return;
    }
    answer.complete(completion.outcome());
  }

  @Override
  public void close() {
    gateway.close(Duration.ofSeconds(5));
    assertThat(open).as("requests without completion").isEmpty();
    synchronized (surprises) {
      assertThat(surprises).isEmpty();
    }
    assertThat(gateway.frames().outstandingFrames()).as("frames not released").isZero();
    assertThat(gateway.frames().outstandingBytes()).as("bytes not released").isZero();
    assertThat(gateway.batches().outstandingChunks()).as("batches not released").isZero();
    assertThat(LeakLog.FOUND).as("Netty buffers not released").isEmpty();
  }
}
