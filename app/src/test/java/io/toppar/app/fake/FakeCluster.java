package io.toppar.app.fake;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.FetchFrame;
import io.toppar.testing.memory.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/** A gateway and the brokers behind it. Answers when asked to; a Fetch without records waits. */
@NullUnmarked
public final class FakeCluster implements BrokerGateway {

  private static final int RECORD_BYTES = 10;

  private final ManualClock clock;
  private final Map<TopicPartition, FakeLog> logs = new TreeMap<>();
  private final ArrayDeque<Call> calls = new ArrayDeque<>();
  private final Map<Integer, Map<TopicPartition, FetchPartition>> sessions = new HashMap<>();
  private final Set<Integer> silent = new HashSet<>();
  private final List<BrokerRequest> history = new ArrayList<>();
  private final AtomicInteger live = new AtomicInteger();
  private Function<FakeBatches, FakeBatches> spoiler = batches -> batches;
  private Inbox inbox;
  private boolean closed;
  private int batchRecords = 1_000;

  /** A request that waits for its answer. */
  public record Call(BrokerRequest request, long token, long sinceNanos) {}

  /** One partition's log. */
  public static final class FakeLog {
    private final List<Long> offsets = new ArrayList<>();
    private final int leader;
    private long start;
    private long end;

    FakeLog(int leader) {
      this.leader = leader;
    }
  }

  public FakeCluster(ManualClock clock) {
    this.clock = clock;
  }

  /** Makes a partition led by this broker. */
  public FakeCluster partition(TopicPartition name, int leader) {
    logs.put(name, new FakeLog(leader));
    return this;
  }

  /** Appends so many records. */
  public synchronized FakeCluster append(TopicPartition name, int count) {
    FakeLog log = logs.get(name);
    for (int i = 0; i < count; i++) {
      log.offsets.add(log.end++);
    }
    return this;
  }

  /** Appends offsets that hold nothing to deliver. */
  public synchronized FakeCluster appendMarkers(TopicPartition name, int count) {
    logs.get(name).end += count;
    return this;
  }

  /** A Fetch brings at most so many records of a partition. */
  public FakeCluster batchRecords(int count) {
    batchRecords = count;
    return this;
  }

  /** Changes what is fetched from now on. */
  public FakeCluster spoiling(Function<FakeBatches, FakeBatches> change) {
    spoiler = change;
    return this;
  }

  /** This broker answers nothing any more. */
  public FakeCluster silence(int broker) {
    silent.add(broker);
    return this;
  }

  public FakeCluster unsilence(int broker) {
    silent.remove(broker);
    return this;
  }

  /** Batches made and not released. */
  public int live() {
    return live.get();
  }

  /** Every request there was. */
  public synchronized <T extends BrokerRequest> List<T> requests(Class<T> family) {
    return history.stream().filter(family::isInstance).map(family::cast).toList();
  }

  /** How often a Fetch named this partition. */
  public long timesAsked(TopicPartition name) {
    return requests(BrokerRequest.Fetch.class).stream()
        .flatMap(fetch -> fetch.changed().stream())
        .filter(changed -> changed.topicPartition().equals(name))
        .count();
  }

  /** Requests that wait for an answer. */
  public synchronized List<Call> waiting() {
    return List.copyOf(calls);
  }

  /** Answers everything that can be answered now; whether anything was. */
  public synchronized boolean answerAll() {
    boolean any = false;
    for (Call call : List.copyOf(calls)) {
      if (silent.contains(call.request().brokerId())) {
        continue;
      }
      BrokerOutcome outcome = answer(call);
      if (outcome != null) {
        calls.remove(call);
        inbox.post(new BrokerCompletion(call.token(), outcome));
        any = true;
      }
    }
    return any;
  }

  /** Lets time pass up to this, if nothing can be answered before; for a manual runner. */
  public boolean advance(long untilNanos) {
    if (answerAll()) {
      return true;
    }
    long left = untilNanos - clock.nanoTime();
    if (left <= 0) {
      return false;
    }
    long step = left;
    synchronized (this) {
      for (Call call : calls) {
        if (call.request() instanceof BrokerRequest.Fetch fetch
            && !silent.contains(fetch.brokerId())) {
          long due = call.sinceNanos() + fetch.maxWaitMillis() * 1_000_000L - clock.nanoTime();
          step = Math.min(step, Math.max(0, due));
        }
      }
    }
    clock.advance(Duration.ofNanos(step));
    answerAll();
    return true;
  }

  /** Answers one call with what the test likes. */
  public synchronized void answer(Call call, BrokerOutcome outcome) {
    calls.remove(call);
    inbox.post(new BrokerCompletion(call.token(), outcome));
  }

  @Override
  public void open(Inbox theInbox) {
    inbox = theInbox;
  }

  @Override
  public synchronized void submit(BrokerRequest request, long token) {
    history.add(request);
    calls.add(new Call(request, token, clock.nanoTime()));
    if (closed) {
      cancelAll();
    }
  }

  @Override
  public synchronized void close(Duration timeout) {
    closed = true;
    cancelAll();
  }

  public boolean isClosed() {
    return closed;
  }

  private void cancelAll() {
    while (!calls.isEmpty()) {
      inbox.post(
          new BrokerCompletion(
              calls.removeFirst().token(), failed(BrokerOutcome.Kind.CANCELLED, "closed")));
    }
  }

  public static BrokerOutcome.Failed failed(BrokerOutcome.Kind kind, String detail) {
    return new BrokerOutcome.Failed(kind, ErrorCode.NONE, detail, false);
  }

  private BrokerOutcome answer(Call call) {
    BrokerRequest request = call.request();
    if (request instanceof BrokerRequest.Metadata metadata) {
      return new BrokerOutcome.Metadata(metadata(metadata.topics()));
    }
    if (request instanceof BrokerRequest.ListOffsets query) {
      return new BrokerOutcome.Offsets(query.queries().stream().map(this::offset).toList());
    }
    if (request instanceof BrokerRequest.EpochEnds query) {
      return new BrokerOutcome.EpochEnds(
          query.queries().stream()
              .map(
                  q ->
                      new BrokerOutcome.EpochEnd(
                          q.topicPartition(),
                          ErrorCode.NONE,
                          q.leaderEpoch(),
                          logs.get(q.topicPartition()).end))
              .toList());
    }
    return fetched((BrokerRequest.Fetch) request, call.sinceNanos());
  }

  private ClusterMetadata metadata(List<String> topics) {
    Map<String, List<PartitionMetadata>> partitions = new LinkedHashMap<>();
    Set<Integer> brokers = new HashSet<>(List.of(1));
    logs.forEach(
        (name, log) -> {
          brokers.add(log.leader);
          partitions
              .computeIfAbsent(name.topic(), t -> new ArrayList<>())
              .add(
                  new PartitionMetadata(
                      name.partition(),
                      ErrorCode.NONE,
                      log.leader,
                      1,
                      List.of(log.leader),
                      List.of(log.leader),
                      List.of()));
        });
    List<TopicMetadata> answers = new ArrayList<>();
    for (String topic : topics == null ? partitions.keySet() : topics) {
      List<PartitionMetadata> known = partitions.get(topic);
      answers.add(
          new TopicMetadata(
              topic,
              known == null ? TopicId.ZERO : new TopicId(1, topic.hashCode()),
              known == null ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION : ErrorCode.NONE,
              false,
              known == null ? List.of() : known));
    }
    return new ClusterMetadata(
        brokers.stream().sorted().map(id -> new BrokerEndpoint(id, "b" + id, 9092, null)).toList(),
        1,
        "fake",
        answers);
  }

  private BrokerOutcome.OffsetAnswer offset(BrokerRequest.OffsetQuery query) {
    FakeLog log = logs.get(query.topicPartition());
    long offset = query.timestamp() == BrokerRequest.OffsetQuery.LATEST ? log.end : log.start;
    return new BrokerOutcome.OffsetAnswer(
        query.topicPartition(), ErrorCode.NONE, offset, -1, offset == 0 ? -1 : 1);
  }

  private BrokerOutcome fetched(BrokerRequest.Fetch fetch, long sinceNanos) {
    Map<TopicPartition, FetchPartition> session =
        sessions.computeIfAbsent(fetch.brokerId(), id -> new TreeMap<>());
    if (fetch.fullList()) {
      session.clear();
    }
    fetch.forgotten().forEach(session::remove);
    fetch.changed().forEach(changed -> session.put(changed.topicPartition(), changed));
    List<FetchPartition> readable = session.values().stream().filter(this::hasMore).toList();
    boolean waited = clock.nanoTime() - sinceNanos >= fetch.maxWaitMillis() * 1_000_000L;
    if (readable.isEmpty() && !waited) {
      return null;
    }
    int frameBytes = 100 + readable.stream().mapToInt(this::bytes).sum();
    FetchFrame frame = () -> frameBytes;
    List<FetchedPartition> parts = new ArrayList<>();
    for (FetchPartition wanted : readable) {
      parts.add(part(wanted, frame));
    }
    if (readable.isEmpty()) {
      session.values().forEach(idle -> parts.add(part(idle, frame)));
    }
    return new BrokerOutcome.Fetched(parts, frame);
  }

  private boolean hasMore(FetchPartition wanted) {
    return wanted.fetchOffset() < logs.get(wanted.topicPartition()).end;
  }

  private int bytes(FetchPartition wanted) {
    return RECORD_BYTES * Math.max(1, offsets(wanted).size());
  }

  private List<Long> offsets(FetchPartition wanted) {
    return logs.get(wanted.topicPartition()).offsets.stream()
        .filter(offset -> offset >= wanted.fetchOffset())
        .limit(batchRecords)
        .toList();
  }

  private FetchedPartition part(FetchPartition wanted, FetchFrame frame) {
    TopicPartition name = wanted.topicPartition();
    FakeLog log = logs.get(name);
    FakeBatches batches = null;
    if (hasMore(wanted)) {
      List<Long> offsets = offsets(wanted);
      boolean whole = offsets.size() < batchRecords;
      long next = whole ? log.end : offsets.get(offsets.size() - 1) + 1;
      batches =
          spoiler.apply(
              new FakeBatches(
                  name, wanted.fetchOffset(), next, offsets, bytes(wanted), frame, live));
    }
    return new FetchedPartition(
        name, ErrorCode.NONE, log.end, log.end, log.start, -1, -1, -1, -1, -1, batches, null);
  }
}
