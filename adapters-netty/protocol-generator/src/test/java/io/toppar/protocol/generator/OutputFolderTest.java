package io.toppar.protocol.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generating again touches only what is different. */
final class OutputFolderTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(0);

  @TempDir private Path root;

  @Test
  void leavesEqualFilesAloneRewritesOthersAndDeletesTheRest() throws IOException {
    OutputFolder first = new OutputFolder(root);
    first.write("a.b", "Same", "one");
    first.write("a.b", "Changed", "one");
    first.write("a.b", "Dropped", "one");
    Path same = root.resolve("a/b/Same.java");
    Path changed = root.resolve("a/b/Changed.java");
    Files.setLastModifiedTime(same, LONG_AGO);

    OutputFolder second = new OutputFolder(root);
    second.write("a.b", "Same", "one");
    second.write("a.b", "Changed", "two");
    second.deleteOthers();

    assertThat(Files.getLastModifiedTime(same)).isEqualTo(LONG_AGO);
    assertThat(changed).hasContent("two");
    assertThat(root.resolve("a/b/Dropped.java")).doesNotExist();
  }
}
