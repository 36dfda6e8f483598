package io.toppar.fileoffsets;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The real file system. Stateless but for the locks of this JVM; any thread.
 *
 * <p>Where the file system knows POSIX permissions, files are made {@code rw-------} and folders
 * {@code rwx------}; elsewhere they inherit what the folder grants. Windows cannot force a folder,
 * so {@link #forceDirectory} does nothing there.
 */
public final class NioFileOps implements FileOps {

  /** Makes one. */
  public NioFileOps() {}

  @Override
  public Kind kind(Path path) throws IOException {
    return kindOf(path);
  }

  private static Kind kindOf(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (attributes.isRegularFile()) {
        return Kind.FILE;
      }
      return attributes.isDirectory() ? Kind.DIRECTORY : Kind.OTHER;
    } catch (NoSuchFileException absent) {
      return Kind.ABSENT;
    }
  }

  @Override
  public long size(Path file) throws IOException {
    return Files.size(file);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
  }

  @Override
  public byte[] read(Path file, int atMost) throws IOException {
    refuseSpecial(file);
    try (FileChannel channel = FileChannel.open(file, READ)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(atMost, channel.size() + 1));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return Arrays.copyOf(bytes.array(), bytes.position());
    }
  }

  @Override
  public Input open(Path file) throws IOException {
    refuseSpecial(file);
    return new ChannelInput(FileChannel.open(file, READ));
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(entry.getFileName().toString()));
    } catch (DirectoryIteratorException fault) {
      throw fault.getCause();
    }
    return names;
  }

  @Override
  public Output create(Path file) throws IOException {
    Files.deleteIfExists(file);
    return new ChannelOutput(open(file, CREATE_NEW, WRITE));
  }

  @Override
  public Output append(Path file) throws IOException {
    return new ChannelOutput(open(file, CREATE, WRITE, APPEND));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, WRITE)) {
      channel.force(true);
    }
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    if (isPosix(directory)) {
      try (FileChannel channel = FileChannel.open(directory, READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public void deleteIfExists(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    return ChannelLock.take(file);
  }

  static FileChannel open(Path file, OpenOption... options) throws IOException {
    refuseSpecial(file);
    return FileChannel.open(file, Set.of(options), ownerOnly(file, "rw-------"));
  }

  /** To open a pipe is to wait for whoever opens its other end, perhaps for ever. */
  private static void refuseSpecial(Path file) throws IOException {
    if (kindOf(file) == Kind.OTHER) {
      throw new FileSystemException(
          file.toString(), null, "it is a pipe or a device, not a file; move it away");
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private record ChannelInput(FileChannel channel) implements Input {

    @Override
    public int read(ByteBuffer target) throws IOException {
      return channel.read(target);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record ChannelOutput(FileChannel channel) implements Output {

    @Override
    public int write(ByteBuffer source) throws IOException {
      return channel.write(source);
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void truncate(long bytes) throws IOException {
      channel.truncate(bytes);
      channel.position(bytes);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
