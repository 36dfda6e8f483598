package io.toppar.app.cli;

import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FolderProblem.Kind;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The topic and the group that a command was asked for. Immutable.
 *
 * <p>They also say whose an offset is where the name of its file fits several: {@code
 * orders-2-0.offset} is of {@code orders-2} where that topic was asked for, and could be of group 0
 * of {@code orders} otherwise.
 *
 * @param topic the topic, or null for all
 * @param group the group, or null for all, and for none
 */
record KeyChoice(@Nullable String topic, @Nullable String group) {

  boolean takes(OffsetKey key) {
    return (topic == null || topic.equals(key.topicPartition().topic()))
        && (group == null || Objects.equals(group, key.group()));
  }

  /** Whether it is, or may be, one that was asked for. */
  boolean mayTake(FoundOffset found) {
    boolean all = topic == null && group == null;
    return all || found.keys().isEmpty() || found.keys().stream().anyMatch(this::takes);
  }

  /** Whose it is, if that can be told and it was asked for. */
  Optional<OffsetKey> key(FoundOffset found) {
    List<OffsetKey> keys = found.keys().stream().filter(this::takes).toList();
    return keys.size() == 1 ? Optional.of(keys.get(0)) : Optional.empty();
  }

  /** A problem in one line, with what helps against it. */
  static String described(FolderProblem problem) {
    return problem.detail()
        + (problem.kind() == Kind.AMBIGUOUS_NAME ? "; -t TOPIC says which is meant" : "");
  }

  /** What stands in the way of knowing all offsets that were asked for. */
  List<FolderProblem> hidden(FolderContents contents) {
    Set<Path> told =
        contents.offsets().stream()
            .filter(found -> key(found).isPresent() || !mayTake(found))
            .map(FoundOffset::file)
            .collect(Collectors.toSet());
    return contents.problems().stream()
        .filter(ProblemAdvice::hidesOffsets)
        .filter(problem -> problem.kind() != Kind.AMBIGUOUS_NAME || !told.contains(problem.file()))
        .toList();
  }
}
