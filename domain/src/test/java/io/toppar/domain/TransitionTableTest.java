package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Prints what every input does in every state, and holds it against the table in {@code
 * domain/DESIGN.md}: a transition that changes must be changed there, too.
 */
final class TransitionTableTest {

  private static final String OPENING = "```transitions\n";
  private static final String CLOSING = "```\n";

  @Test
  void theTableInTheDesignIsWhatTheCodeDoes() throws IOException {
    String design = Files.readString(Path.of("DESIGN.md"));
    int from = design.indexOf(OPENING);
    assertThat(from).as("a block that opens with %s", OPENING).isNotNegative();
    int to = design.indexOf(CLOSING, from + OPENING.length());

    Files.writeString(Path.of("target", "transitions.txt"), table());
    assertThat(design.substring(from + OPENING.length(), to))
        .as("the table of domain/DESIGN.md against domain/target/transitions.txt")
        .isEqualTo(table());
  }

  @Test
  void everyStateIsInTheTable() {
    for (FetchState state : FetchState.values()) {
      assertThat(situations().values())
          .as("a situation in %s", state)
          .anyMatch(situation -> situation.apply(null).toppar.state() == state);
    }
  }

  @Test
  void everyInputIsInTheTable() {
    TopparFixture active = new TopparFixture().activeAt(10);
    List<Class<?>> tried =
        inputs().values().stream().<Class<?>>map(i -> i.apply(active).getClass()).toList();
    assertThat(tried).contains(TopparEvent.class.getPermittedSubclasses());
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    situations()
        .forEach(
            (name, situation) -> {
              table.append(name).append('\n');
              Map<String, List<String>> without = new LinkedHashMap<>();
              inputs()
                  .forEach(
                      (input, event) -> {
                        String outcome = outcome(situation.apply(null), event);
                        if (outcome.startsWith("->")) {
                          table.append(String.format("  %-27s %s%n", input, outcome));
                        } else {
                          without.computeIfAbsent(outcome, key -> new ArrayList<>()).add(input);
                        }
                      });
              without.forEach(
                  (outcome, inputs) ->
                      table.append(wrapped("  " + outcome + ": " + String.join(", ", inputs))));
            });
    return table.toString();
  }

  private static String wrapped(String line) {
    StringBuilder lines = new StringBuilder();
    String rest = line;
    while (rest.length() > 100) {
      int at = rest.lastIndexOf(' ', 100);
      lines.append(rest, 0, at).append('\n');
      rest = "     " + rest.substring(at);
    }
    return lines.append(rest).append('\n').toString();
  }

  private static String outcome(TopparFixture f, Function<TopparFixture, TopparEvent> input) {
    TopparEvent event = input.apply(f);
    FetchState before = f.toppar.state();
    int drops = f.toppar.versionDrops();
    f.effects.take();
    CommandResult result;
    try {
      result = event.applyTo(f.toppar, f.now, f.effects);
    } catch (IllegalStateException e) {
      return "impossible";
    }
    String effects =
        f.effects.take().stream()
            .map(effect -> effect.getClass().getSimpleName())
            .map(name -> Character.toLowerCase(name.charAt(0)) + name.substring(1))
            .collect(Collectors.joining(", "));
    if (result != CommandResult.OK) {
      return "refused as " + result;
    }
    if (f.toppar.versionDrops() > drops) {
      return "dropped";
    }
    FetchState after = f.toppar.state();
    if (after == before && effects.isEmpty()) {
      return "no change";
    }
    return "-> " + after + (effects.isEmpty() ? "" : " (" + effects + ")");
  }

  // Situations. The argument is of no use: it makes them functions that begin anew each time.

  private static Map<String, Function<Void, TopparFixture>> situations() {
    Map<String, Function<Void, TopparFixture>> all = new LinkedHashMap<>();
    all.put("NONE, never started", v -> new TopparFixture().led());
    all.put("NONE, failed", v -> failed());
    all.put("OFFSET_QUERY, no leader", v -> started(new TopparFixture(), Offsets.END));
    all.put("OFFSET_QUERY, out of range", v -> outOfRange());
    all.put("OFFSET_WAIT, for the leader", v -> started(new TopparFixture().led(), Offsets.END));
    all.put("OFFSET_WAIT, for the store", v -> started(new TopparFixture().led(), Offsets.STORED));
    all.put("VALIDATE_EPOCH_WAIT", v -> validating());
    all.put("ACTIVE", v -> active());
    all.put("ACTIVE, on a follower", v -> onFollower());
    all.put("ACTIVE, migrating", v -> migrating());
    all.put("STOPPING", v -> stopping());
    all.put("STOPPED", v -> stopped());
    return all;
  }

  private static TopparFixture started(TopparFixture f, long offset) {
    f.toppar.start(offset, -1, f.now, f.effects);
    return f;
  }

  private static TopparFixture active() {
    TopparFixture f = started(new TopparFixture().led(), 10);
    f.fetched(TopparFixture.records(new FakeBatches(10, 20, 0, 10), 30));
    return f;
  }

  private static TopparFixture failed() {
    TopparFixture f = started(new TopparFixture(ResetPolicy.ERROR).led(), 10);
    f.fetched(TopparFixture.diverging(0, 5));
    return f;
  }

  private static TopparFixture outOfRange() {
    TopparFixture f = active();
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    return f;
  }

  private static TopparFixture validating() {
    TopparFixture f = active();
    f.toppar.onLeader(LEADER, 1, f.now, f.effects);
    return f;
  }

  private static TopparFixture onFollower() {
    TopparFixture f = active();
    f.fetched(TopparFixture.preferred(2, 30));
    return f.left(LEADER);
  }

  private static TopparFixture migrating() {
    TopparFixture f = active();
    f.toppar.onLeader(2, -1, f.now, f.effects);
    return f;
  }

  private static TopparFixture stopping() {
    TopparFixture f = active();
    f.toppar.store(15, -1, "", f.now, f.effects);
    f.toppar.stop(f.now, f.effects);
    return f;
  }

  private static TopparFixture stopped() {
    TopparFixture f = new TopparFixture().led();
    f.toppar.stop(f.now, f.effects);
    return f;
  }

  // Inputs.

  private static Map<String, Function<TopparFixture, TopparEvent>> inputs() {
    Map<String, Function<TopparFixture, TopparEvent>> all = new LinkedHashMap<>();
    commands(all);
    all.put("leader moved", f -> new TopparEvent.Leader(2, 2));
    all.put("leader gone", f -> new TopparEvent.Leader(Toppar.NO_BROKER, -1));
    all.put("newer epoch", f -> new TopparEvent.Leader(LEADER, 2));
    all.put("left", f -> new TopparEvent.Left(LEADER));
    all.put("topic id", f -> new TopparEvent.TopicIdentity(new TopicId(1, 2)));
    all.put(
        "topic made again",
        f -> {
          f.toppar.onTopicId(new TopicId(1, 1), f.now, f.effects);
          return new TopparEvent.TopicIdentity(new TopicId(1, 2));
        });
    answers(all);
    fetches(all);
    all.put("committed", f -> new TopparEvent.Committed(15, -1));
    all.put("written", f -> new TopparEvent.Written(15, -1));
    all.put("commit failed", f -> new TopparEvent.CommitFailed(ErrorCode.LOCAL_FS, "io"));
    all.put(
        "deadline",
        f -> {
          f.now = f.toppar.deadline() == Deadlines.NONE ? f.now : f.toppar.deadline();
          return new TopparEvent.Deadline();
        });
    return all;
  }

  private static void commands(Map<String, Function<TopparFixture, TopparEvent>> all) {
    all.put("start 9", f -> new TopparEvent.Start(9, -1));
    all.put("start 9 of epoch 0", f -> new TopparEvent.Start(9, 0));
    all.put("start END", f -> new TopparEvent.Start(Offsets.END, -1));
    all.put("start STORED", f -> new TopparEvent.Start(Offsets.STORED, -1));
    all.put("start INVALID", f -> new TopparEvent.Start(Offsets.INVALID, -1));
    all.put("seek 9", f -> new TopparEvent.Seek(9, -1));
    all.put("seek 9 of epoch 0", f -> new TopparEvent.Seek(9, 0));
    all.put("seek END", f -> new TopparEvent.Seek(Offsets.END, -1));
    all.put("seek STORED", f -> new TopparEvent.Seek(Offsets.STORED, -1));
    all.put("stop", f -> new TopparEvent.Stop());
    all.put("pause", f -> new TopparEvent.Pause());
    all.put("resume", f -> new TopparEvent.Resume());
    all.put("store 12", f -> new TopparEvent.Store(12, -1, ""));
    all.put(
        "store 12 of records", f -> new TopparEvent.StoreDelivered(f.toppar.version(), 12, -1, ""));
  }

  private static void answers(Map<String, Function<TopparFixture, TopparEvent>> all) {
    all.put("stored offset 7", f -> new TopparEvent.StoredOffset(open(f), 7, -1));
    all.put("nothing stored", f -> new TopparEvent.StoredOffset(open(f), Offsets.INVALID, -1));
    all.put("store unreachable", f -> storeFailed(f, false));
    all.put("store refused", f -> storeFailed(f, true));
    all.put("offset 7 found", f -> new TopparEvent.OffsetResolved(open(f), 7, -1));
    all.put("lookup failed", f -> lookupFailed(f, ErrorCode.NOT_LEADER_OR_FOLLOWER));
    all.put("lookup refused", f -> lookupFailed(f, ErrorCode.INVALID_TOPIC_EXCEPTION));
    all.put("epoch sound", f -> new TopparEvent.EpochEnd(open(f), 0, 20));
    all.put("epoch truncated", f -> new TopparEvent.EpochEnd(open(f), 0, 5));
    all.put("epoch unknown", f -> new TopparEvent.EpochEnd(open(f), -1, -1));
    all.put("validation failed", f -> validationFailed(f, ErrorCode.LOCAL_TIMED_OUT));
    all.put("validation unsupported", f -> validationFailed(f, ErrorCode.UNSUPPORTED_VERSION));
  }

  private static void fetches(Map<String, Function<TopparFixture, TopparEvent>> all) {
    all.put("records", f -> fetched(f, TopparFixture.records(new FakeBatches(20, 25, 0, 5), 30)));
    all.put(
        "records to the end",
        f -> fetched(f, TopparFixture.records(new FakeBatches(20, 25, 0, 5), 25)));
    all.put("preferred replica", f -> fetched(f, TopparFixture.preferred(2, 30)));
    all.put("out of range", f -> fetched(f, TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE)));
    all.put(
        "not the leader", f -> fetched(f, TopparFixture.error(ErrorCode.NOT_LEADER_OR_FOLLOWER)));
    all.put("denied", f -> fetched(f, TopparFixture.error(ErrorCode.TOPIC_AUTHORIZATION_FAILED)));
    all.put("refused", f -> fetched(f, TopparFixture.error(ErrorCode.INVALID_TOPIC_EXCEPTION)));
    all.put("diverging", f -> fetched(f, TopparFixture.diverging(0, 5)));
    all.put(
        "bad bytes", f -> fetched(f, TopparFixture.fault(BatchFault.Kind.CHECKSUM, 20, 22, 9, 30)));
    all.put(
        "fetch aborted",
        f -> new TopparEvent.FetchAborted(f.toppar.version(), ErrorCode.LOCAL_TRANSPORT));
    all.put(
        "handed over",
        f -> new TopparEvent.HandedOver(f.toppar.version(), 20, 0, f.toppar.queuedRecords(), 0));
    all.put("released", f -> new TopparEvent.Released(f.toppar.version(), 20, 0));
    all.put(
        "unreadable",
        f ->
            new TopparEvent.RecordsUnreadable(
                f.toppar.version(), new BatchFault(BatchFault.Kind.CHECKSUM, 12, 14, 9, "crc")));
  }

  private static TopparEvent fetched(TopparFixture f, FetchedPartition part) {
    return new TopparEvent.Fetched(f.toppar.version(), part);
  }

  private static TopparEvent storeFailed(TopparFixture f, boolean permanent) {
    return new TopparEvent.StoredOffsetFailed(open(f), ErrorCode.LOCAL_FS, permanent, "io");
  }

  private static TopparEvent lookupFailed(TopparFixture f, ErrorCode error) {
    return new TopparEvent.OffsetQueryFailed(open(f), error, "lookup");
  }

  private static TopparEvent validationFailed(TopparFixture f, ErrorCode error) {
    return new TopparEvent.EpochEndFailed(open(f), error, "validation");
  }

  /** The request pushed last, or one that never was. */
  private static int open(TopparFixture f) {
    int request = 99;
    for (TopparEffect effect : f.effects.take()) {
      if (effect instanceof TopparEffect.LoadStoredOffset load) {
        request = load.request();
      } else if (effect instanceof TopparEffect.ListOffsets list) {
        request = list.request();
      } else if (effect instanceof TopparEffect.ListOffsetsByAge list) {
        request = list.request();
      } else if (effect instanceof TopparEffect.ValidateEpoch validate) {
        request = validate.request();
      }
    }
    return request;
  }
}
