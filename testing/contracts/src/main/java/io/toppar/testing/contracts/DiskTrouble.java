package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What goes wrong with a real disk: rights that are missing, space that is used up. For tests of
 * stores that keep files, on Linux; what the machine does not allow is skipped, with the reason.
 */
public final class DiskTrouble {

  private static final long PATIENCE_SECONDS = 10;

  private DiskTrouble() {}

  /**
   * What to put in front of a command, so that permissions hold for it: root may read and write
   * everything, unless that right is given up. Empty where the user is not root.
   */
  public static List<String> withoutRootsRights() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return List.of();
    }
    List<String> prefix = List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");
    List<String> probe = new ArrayList<>(prefix);
    probe.add("true");
    assumeTrue(succeeds(probe), "cannot start a process with fewer rights here");
    return prefix;
  }

  /** Sets the permissions of a file or folder, such as {@code rwxr-xr-x}. */
  public static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** Mounts a small disk on an empty folder until it is closed. */
  public static SmallDisk smallDisk(Path folder, int kilobytes) {
    assumeTrue(
        succeeds(
            List.of("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", "" + folder)),
        "mounting a small disk is not allowed here");
    return new SmallDisk(folder);
  }

  /** A disk of a few pages, mounted. One thread. */
  public static final class SmallDisk implements AutoCloseable {

    private static final int PAGE_BYTES = 4096;

    private final Path folder;

    private SmallDisk(Path folder) {
      this.folder = folder;
    }

    /** Uses up the space that is left; the file returned holds it. */
    public Path fill() {
      Path filler = folder.resolve("filler");
      try (OutputStream out = Files.newOutputStream(filler)) {
        byte[] page = new byte[PAGE_BYTES];
        while (true) {
          out.write(page);
        }
      } catch (IOException full) {
        assertThat(full).hasMessageContaining("No space left");
      }
      return filler;
    }

    /** Unmounts it. */
    @Override
    public void close() {
      assertThat(succeeds(List.of("umount", folder.toString()))).as("umount " + folder).isTrue();
    }
  }

  private static boolean succeeds(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
