package io.toppar.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParentDeathIT {
  @Test
  void aParentKilledBySigkillLeavesNoProcessAndNoFolderEvenOfAFrozenBroker() throws Exception {
    try (ChildJvm parent = ChildJvm.start(FrozenBrokerParent.class, "2")) {
      Path folder = Path.of(parent.line());
      List<ProcessHandle> children = parent.descendants();
      assertThat(children).hasSizeGreaterThanOrEqualTo(2);
      assertThat(folder).exists();

      parent.process().destroyForcibly().waitFor();

      for (ProcessHandle child : children) {
        ChildJvm.awaitEnd(child);
      }
      assertThat(Deadline.in(Duration.ofSeconds(20)).await(() -> !Files.exists(folder)))
          .as("the temporary folder is deleted")
          .isTrue();
    }
  }

  @Test
  void aParentEndedBySigtermLeavesNoProcess() throws Exception {
    try (ChildJvm parent = ChildJvm.start(FrozenBrokerParent.class, "1")) {
      Path folder = Path.of(parent.line());
      List<ProcessHandle> children = parent.descendants();

      parent.terminate();

      assertThat(parent.exitCode()).isEqualTo(143);
      for (ProcessHandle child : children) {
        ChildJvm.awaitEnd(child);
      }
      assertThat(folder).doesNotExist();
    }
  }
}
