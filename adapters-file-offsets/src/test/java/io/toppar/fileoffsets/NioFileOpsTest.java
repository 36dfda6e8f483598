package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.fileoffsets.FileOps.Kind;
import io.toppar.fileoffsets.FileOps.Lock;
import io.toppar.fileoffsets.FileOps.Output;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NioFileOpsTest {

  @TempDir Path directory;

  private final NioFileOps files = new NioFileOps();

  @Test
  void tellsWhatAPathNames() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(files.kind(file)).isEqualTo(Kind.FILE);
    assertThat(files.kind(directory)).isEqualTo(Kind.DIRECTORY);
    assertThat(files.kind(directory.resolve("none"))).isEqualTo(Kind.ABSENT);
    assumeTrue(Files.exists(Path.of("/dev/null")), "this system has no /dev/null");
    assertThat(files.kind(Path.of("/dev/null"))).isEqualTo(Kind.OTHER);
  }

  @Test
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(shell("mkfifo '" + pipe + "'") == 0, "this system makes no pipes");
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> files.read(pipe, 4),
            () -> files.open(pipe),
            () -> files.append(pipe),
            () -> files.lock(pipe))) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () ->
              assertThatThrownBy(call)
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("not a file; move it away"));
    }
  }

  /** The exit status. */
  static int shell(String command) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
  }

  @Test
  void readsAtMostSoMuch() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "0123456789");
    assertThat(files.read(file, 4)).asString().isEqualTo("0123");
    assertThat(files.read(file, 400)).asString().isEqualTo("0123456789");
    assertThat(files.size(file)).isEqualTo(10);
  }

  @Test
  void createsAnewAndAppends() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "old and long");
    write(files.create(file), "new");
    assertThat(file).hasContent("new");
    write(files.append(file), "er");
    assertThat(file).hasContent("newer");
    write(files.append(directory.resolve("other")), "made");
    assertThat(directory.resolve("other")).hasContent("made");
  }

  @Test
  void renamesOverWhatIsThereAndForces() throws IOException {
    Path from = Files.writeString(directory.resolve("from"), "1");
    Path to = Files.writeString(directory.resolve("to"), "2");
    files.rename(from, to);
    files.force(to);
    files.forceDirectory(directory);
    assertThat(to).hasContent("1");
    assertThat(from).doesNotExist();
    files.deleteIfExists(to);
    files.deleteIfExists(to);
    assertThat(to).doesNotExist();
    assertThatThrownBy(() -> files.force(to)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void whatItMakesIsForTheOwnerOnly() throws IOException {
    assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"), "no POSIX here");
    Path made = directory.resolve("a/b");
    files.createDirectories(made);
    files.create(made.resolve("created")).close();
    files.append(made.resolve("appended")).close();
    files.lock(made.resolve("locked")).release();
    assertThat(permissions(directory.resolve("a"))).isEqualTo("rwx------");
    assertThat(permissions(made)).isEqualTo("rwx------");
    for (String name : new String[] {"created", "appended", "locked"}) {
      assertThat(permissions(made.resolve(name))).isEqualTo("rw-------");
    }
  }

  @Test
  void aFileInTheWayOfAFolderIsSaid() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThatThrownBy(() -> files.createDirectories(file))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void aLockTellsItsHolderAndIsRefusedToOthersOfThisProcess() throws IOException {
    Path file = directory.resolve("lock");
    Lock lock = files.lock(file);
    long here = ProcessHandle.current().pid();
    assertThat(file).hasContent(here + "\n");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> new NioFileOps().lock(file))
          .isInstanceOfSatisfying(
              FileInUseException.class, used -> assertThat(used.holder()).isEqualTo(here));
    }
    assertThat(lock.intact()).isTrue();
    lock.release();
    lock.release();
    assertThat(lock.intact()).isFalse();
    assertThat(file).isEmptyFile();
    files.lock(file).release();
  }

  @Test
  void aLockIsTheSameUnderEveryNameOfItsFolder() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), folder);
    Lock lock = files.lock(folder.resolve("lock"));
    assertThatThrownBy(() -> files.lock(link.resolve("lock")))
        .isInstanceOf(FileInUseException.class);
    lock.release();
  }

  @Test
  void aLockWhoseFileWasDeletedOrReplacedIsNotIntact() throws IOException {
    Path file = directory.resolve("lock");
    Lock lock = files.lock(file);
    Files.delete(file);
    assertThat(lock.intact()).isFalse();
    Files.writeString(file, "");
    assertThat(lock.intact()).isFalse();
    lock.release();
    Lock again = files.lock(file);
    assertThat(again.intact()).isTrue();
    again.release();
  }

  @Test
  void aLockInAMissingFolderFailsAndIsNotRememberedAsHeld() throws IOException {
    Path file = directory.resolve("sub/lock");
    assertThatThrownBy(() -> files.lock(file)).isInstanceOf(NoSuchFileException.class);
    files.createDirectories(directory.resolve("sub"));
    files.lock(file).release();
  }

  @Test
  void aLockThatCannotBeOpenedIsNotRememberedAsHeld() throws IOException {
    Path inTheWay = Files.createDirectory(directory.resolve("lock"));
    assertThatThrownBy(() -> files.lock(inTheWay))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(FileInUseException.class);
    Files.delete(inTheWay);
    files.lock(inTheWay).release();
  }

  @Test
  void refusedAttemptsLeaveNoFileOpen() throws IOException {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open), "this system does not list open files");
    Path file = directory.resolve("lock");
    Lock lock = files.lock(file);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> files.lock(file)).isInstanceOf(FileInUseException.class);
    }
    try (Stream<Path> descriptors = Files.list(open)) {
      assertThat(descriptors.filter(each -> isLinkTo(each, file))).hasSize(1);
    }
    lock.release();
  }

  private static boolean isLinkTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  private static void write(Output output, String text) throws IOException {
    try (output) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      assertThat(output.write(bytes)).isEqualTo(text.length());
      output.force();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
