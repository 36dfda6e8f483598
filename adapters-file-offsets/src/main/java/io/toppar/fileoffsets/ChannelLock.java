package io.toppar.fileoffsets;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a file by the operating system, with the holder's process id written into the file.
 *
 * <p>Two properties of the system shape it. POSIX frees <em>all</em> locks of a process on a file
 * when the process closes <em>any</em> descriptor of that file, so within one JVM a second attempt
 * must not even open the file: {@link #HELD_HERE} answers first. And the lock covers one byte far
 * behind the content, because on Windows a locked byte cannot be read, and the content must be.
 *
 * <p>The file is never deleted: between deleting and closing, a third process could lock a file
 * that has no name any more.
 */
final class ChannelLock implements FileOps.Lock {

  private static final long LOCKED_BYTE = 1L << 30;
  private static final int PID_BYTES = 20;

  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  /**
   * Channels of attempts that met a lock taken through another class loader's copy of this class.
   * They stay open on purpose: closing one would free that lock.
   */
  private static final Queue<FileChannel> LEFT_OPEN = new ConcurrentLinkedQueue<>();

  private final Path file;
  private final Path heldAs;
  private final FileChannel channel;
  private final @Nullable Object fileKey;

  private ChannelLock(Path file, Path heldAs, FileChannel channel) throws IOException {
    this.file = file;
    this.heldAs = heldAs;
    this.channel = channel;
    this.fileKey = fileKey(file);
  }

  static ChannelLock take(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path heldAs = folder == null ? file : folder.toRealPath().resolve(file.getFileName());
    if (!HELD_HERE.add(heldAs)) {
      throw new FileInUseException(file.toString(), ownProcess());
    }
    try {
      return takeFromOthers(file, heldAs);
    } catch (IOException | RuntimeException failed) {
      HELD_HERE.remove(heldAs);
      throw failed;
    }
  }

  private static ChannelLock takeFromOthers(Path file, Path heldAs) throws IOException {
    FileChannel channel = NioFileOps.open(file, CREATE, READ, WRITE);
    try {
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
      if (lock == null) {
        throw new FileInUseException(file.toString(), recordedHolder(channel));
      }
      ChannelLock taken = new ChannelLock(file, heldAs, channel);
      taken.recordHolder();
      return taken;
    } catch (OverlappingFileLockException elsewhereInThisJvm) {
      LEFT_OPEN.add(channel);
      throw new FileInUseException(file.toString(), ownProcess());
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  @Override
  public boolean intact() throws IOException {
    try {
      Object now = fileKey(file);
      return channel.isOpen() && (fileKey == null || fileKey.equals(now));
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  @Override
  public void release() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) {
      channel.truncate(0);
    } finally {
      HELD_HERE.remove(heldAs);
    }
  }

  /** Only words for a refusal: a disk too full for them must not stop the holder. */
  private void recordHolder() {
    try {
      channel.truncate(0);
      channel.write(StandardCharsets.US_ASCII.encode(ownProcess() + "\n"), 0);
    } catch (IOException unrecorded) {
      // The refusal then says "another process" without its number.
      return;
    }
  }

  private static long recordedHolder(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(PID_BYTES);
    channel.read(bytes, 0);
    String text = StandardCharsets.US_ASCII.decode(bytes.flip()).toString();
    return text.matches("[0-9]{1,18}\n")
        ? Long.parseLong(text.strip())
        : FileInUseException.UNKNOWN_HOLDER;
  }

  private static @Nullable Object fileKey(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private static long ownProcess() {
    return ProcessHandle.current().pid();
  }
}
