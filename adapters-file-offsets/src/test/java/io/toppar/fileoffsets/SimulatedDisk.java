package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory on which a process can die or a call can fail at any step, and that forgets at a
 * power failure what was not forced. One thread.
 *
 * <p>Every call that changes something is a step. A power failure keeps, of the names not forced, a
 * random beginning of their changes, and of what was written to each content since it was forced
 * all, nothing, zero bytes or, where it was appended, a beginning.
 */
final class SimulatedDisk {

  private final boolean ignoresCase;
  private final Set<Path> directories = new HashSet<>();
  private final Map<Path, Content> names = new HashMap<>();
  private final Map<Path, Content> forcedNames = new HashMap<>();
  private final List<NameChange> unforcedNames = new ArrayList<>();
  private final Map<Content, View> locks = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private int steps;
  private Runnable beforeLock = () -> {};
  private int dieAt = -1;
  private int failAt = -1;

  SimulatedDisk() {
    this(false);
  }

  SimulatedDisk(boolean ignoresCase) {
    this.ignoresCase = ignoresCase;
  }

  /** The disk as a new process sees it. */
  FileOps process(long id) {
    return new View(id);
  }

  /** The process that takes this step, counted from now, dies in the midst of it. */
  void dieAtStep(int step) {
    dieAt = steps + step;
  }

  /** This step, counted from now, fails and does nothing, or half of a write. */
  void failAtStep(int step) {
    failAt = steps + step;
  }

  /** Something that happens just before the next lock is taken. */
  void beforeLock(Runnable happening) {
    beforeLock = happening;
  }

  int steps() {
    return steps;
  }

  /** The calls so far, each with the file's name; and forgets them. */
  List<String> takeCalls() {
    List<String> taken = List.copyOf(calls);
    calls.clear();
    return taken;
  }

  /** Every process is gone, and with it its locks; the disk is as they left it. */
  void killProcesses() {
    locks.clear();
    dieAt = -1;
    failAt = -1;
  }

  void powerFailure(Random random) {
    killProcesses();
    Map<Path, Content> left = new HashMap<>(forcedNames);
    for (NameChange change : unforcedNames.subList(0, random.nextInt(unforcedNames.size() + 1))) {
      change.applyTo(left);
    }
    names.clear();
    names.putAll(left);
    forcedNames.clear();
    forcedNames.putAll(left);
    unforcedNames.clear();
    names.values().forEach(content -> content.loseSome(random));
  }

  void put(Path file, byte[] bytes) {
    directories.add(file.getParent());
    Content content = new Content();
    content.now = bytes;
    content.forced = bytes;
    names.put(onDisk(file), content);
    forcedNames.put(onDisk(file), content);
  }

  void put(Path file, String text) {
    put(file, text.getBytes(StandardCharsets.UTF_8));
  }

  void makeDirectory(Path directory) {
    directories.add(directory);
  }

  /** The text of a file, or null where there is none. */
  @Nullable String text(Path file) {
    Content content = names.get(onDisk(file));
    return content == null ? null : new String(content.now, StandardCharsets.UTF_8);
  }

  byte[] bytes(Path file) {
    return content(file).now.clone();
  }

  long size(Path file) {
    return content(file).now.length;
  }

  /** Whether some file holds these bytes. */
  boolean holds(byte[] bytes) {
    return names.values().stream().anyMatch(content -> Arrays.equals(content.now, bytes));
  }

  private Content content(Path file) {
    Content content = names.get(onDisk(file));
    if (content == null) {
      throw new AssertionError("there is no " + file);
    }
    return content;
  }

  void deleteAll(Path directory) {
    directories.remove(directory);
    names.keySet().removeIf(file -> file.startsWith(directory));
    forcedNames.keySet().removeIf(file -> file.startsWith(directory));
    unforcedNames.clear();
  }

  boolean hasDirectory(Path directory) {
    return directories.contains(directory);
  }

  private Path onDisk(Path file) {
    return ignoresCase
        ? file.resolveSibling(file.getFileName().toString().toLowerCase(Locale.ROOT))
        : file;
  }

  /** Thrown where a process dies; nothing in the code under test may catch it. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1;
  }

  private static final class Content {
    private byte[] now = new byte[0];
    private byte[] forced = new byte[0];

    void loseSome(Random random) {
      if (!Arrays.equals(now, forced)) {
        now = isAppended() ? afterAppending(random) : afterWriting(random);
      }
      forced = now;
    }

    private boolean isAppended() {
      return forced.length > 0
          && now.length > forced.length
          && Arrays.equals(forced, 0, forced.length, now, 0, forced.length);
    }

    private byte[] afterAppending(Random random) {
      int kept = forced.length + random.nextInt(now.length - forced.length + 1);
      return random.nextBoolean()
          ? Arrays.copyOf(now, kept)
          : Arrays.copyOf(Arrays.copyOf(now, kept), now.length);
    }

    private byte[] afterWriting(Random random) {
      return switch (random.nextInt(3)) {
        case 0 -> forced;
        case 1 -> new byte[now.length];
        default -> now;
      };
    }
  }

  /** A name that came to mean a content, or nothing. */
  private record NameChange(Path name, @Nullable Content content, @Nullable Path removed) {
    void applyTo(Map<Path, Content> names) {
      if (removed != null) {
        names.remove(removed);
      }
      if (content == null) {
        names.remove(name);
      } else {
        names.put(name, content);
      }
    }
  }

  private final class View implements FileOps {

    private final long id;
    private boolean dead;

    View(long id) {
      this.id = id;
    }

    @Override
    public Kind kind(Path path) {
      if (directories.contains(path)) {
        return Kind.DIRECTORY;
      }
      return names.containsKey(onDisk(path)) ? Kind.FILE : Kind.ABSENT;
    }

    @Override
    public long size(Path file) throws IOException {
      return content(file).now.length;
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
      step("createDirectories", directory);
      directories.add(directory);
    }

    @Override
    public byte[] read(Path file, int atMost) throws IOException {
      byte[] now = content(file).now;
      return Arrays.copyOf(now, Math.min(now.length, atMost));
    }

    @Override
    public Input open(Path file) throws IOException {
      ByteBuffer now = ByteBuffer.wrap(content(file).now);
      return new Input() {
        @Override
        public int read(ByteBuffer target) {
          if (!now.hasRemaining()) {
            return -1;
          }
          int count = Math.min(now.remaining(), target.remaining());
          target.put(now.slice().limit(count));
          now.position(now.position() + count);
          return count;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public List<String> list(Path directory) {
      return names.keySet().stream()
          .filter(file -> directory.equals(file.getParent()))
          .map(file -> file.getFileName().toString())
          .toList();
    }

    @Override
    public Output create(Path file) throws IOException {
      step("create", file);
      Content content = new Content();
      change(new NameChange(inDirectory(file), content, null));
      return new Writer(content, file);
    }

    @Override
    public Output append(Path file) throws IOException {
      step("append", file);
      Content content = names.get(inDirectory(file));
      if (content == null) {
        content = new Content();
        change(new NameChange(onDisk(file), content, null));
      }
      return new Writer(content, file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      step("rename", to);
      change(new NameChange(onDisk(to), content(from), onDisk(from)));
    }

    @Override
    public void force(Path file) throws IOException {
      step("force", file);
      Content content = content(file);
      content.forced = content.now;
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
      step("forceDirectory", directory);
      forcedNames.clear();
      forcedNames.putAll(names);
      unforcedNames.clear();
    }

    @Override
    public void deleteIfExists(Path file) throws IOException {
      if (names.containsKey(onDisk(file))) {
        step("delete", file);
        change(new NameChange(onDisk(file), null, null));
      }
    }

    @Override
    public Lock lock(Path file) throws IOException {
      Runnable happening = beforeLock;
      beforeLock = () -> {};
      happening.run();
      step("lock", file);
      Content content = names.get(inDirectory(file));
      if (content == null) {
        content = new Content();
        change(new NameChange(onDisk(file), content, null));
      }
      View holder = locks.putIfAbsent(content, this);
      if (holder != null) {
        throw new FileInUseException(file.toString(), holder.id);
      }
      return new SimulatedLock(onDisk(file), content);
    }

    private void change(NameChange change) {
      change.applyTo(names);
      unforcedNames.add(change);
    }

    private Path inDirectory(Path file) throws IOException {
      if (!directories.contains(file.getParent())) {
        throw new NoSuchFileException(file.toString());
      }
      return onDisk(file);
    }

    private Content content(Path file) throws IOException {
      Content content = names.get(onDisk(file));
      if (content == null) {
        throw new NoSuchFileException(file.toString());
      }
      return content;
    }

    /** True if the step is to be done by half before the process dies or the call fails. */
    private boolean stepIsCut(String call, Path path) {
      if (dead) {
        throw new Died();
      }
      steps++;
      calls.add(call + " " + path.getFileName());
      return steps == dieAt || steps == failAt;
    }

    private void step(String call, Path path) throws IOException {
      if (stepIsCut(call, path)) {
        cut();
      }
    }

    private void cut() throws IOException {
      if (steps == dieAt) {
        dead = true;
        throw new Died();
      }
      throw new IOException("Input/output error");
    }

    private final class Writer implements Output {
      private final Content content;
      private final Path file;

      Writer(Content content, Path file) {
        this.content = content;
        this.file = file;
      }

      @Override
      public int write(ByteBuffer source) throws IOException {
        boolean cut = stepIsCut("write", file);
        byte[] bytes = new byte[cut ? source.remaining() / 2 : source.remaining()];
        source.get(bytes);
        byte[] before = content.now;
        content.now = Arrays.copyOf(before, before.length + bytes.length);
        System.arraycopy(bytes, 0, content.now, before.length, bytes.length);
        if (cut) {
          cut();
        }
        return bytes.length;
      }

      @Override
      public void force() throws IOException {
        step("forceOutput", file);
        content.forced = content.now;
      }

      @Override
      public void truncate(long bytes) throws IOException {
        step("truncate", file);
        content.now = Arrays.copyOf(content.now, (int) bytes);
      }

      @Override
      public void close() throws IOException {
        if (!dead) {
          step("close", file);
        }
      }
    }

    private final class SimulatedLock implements Lock {
      private final Path file;
      private final Content content;

      SimulatedLock(Path file, Content content) {
        this.file = file;
        this.content = content;
      }

      @Override
      public boolean intact() {
        return names.get(file) == content;
      }

      @Override
      public void release() throws IOException {
        locks.remove(content, View.this);
        step("unlock", file);
      }
    }
  }
}
