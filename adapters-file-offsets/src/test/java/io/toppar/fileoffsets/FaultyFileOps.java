package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The real file system with calls that fail on request. Any thread. */
final class FaultyFileOps implements FileOps {

  private final FileOps real = new NioFileOps();
  private final Set<Rule> rules = ConcurrentHashMap.newKeySet();

  /** Every such call on a path that ends so fails until {@link #heal}. */
  void fail(Call call, String pathEnd, String message) {
    rules.add(new Rule(call, pathEnd, message));
  }

  void heal() {
    rules.clear();
  }

  @Override
  public Kind kind(Path path) throws IOException {
    check(Call.KIND, path);
    return real.kind(path);
  }

  @Override
  public long size(Path file) throws IOException {
    check(Call.SIZE, file);
    return real.size(file);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    check(Call.CREATE_DIRECTORIES, directory);
    real.createDirectories(directory);
  }

  @Override
  public byte[] read(Path file, int atMost) throws IOException {
    check(Call.READ, file);
    return real.read(file, atMost);
  }

  @Override
  public Input open(Path file) throws IOException {
    check(Call.OPEN, file);
    Input input = real.open(file);
    return new Input() {
      @Override
      public int read(ByteBuffer target) throws IOException {
        check(Call.INPUT_READ, file);
        return input.read(target);
      }

      @Override
      public void close() throws IOException {
        input.close();
        check(Call.INPUT_CLOSE, file);
      }
    };
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    check(Call.LIST, directory);
    return real.list(directory);
  }

  @Override
  public Output create(Path file) throws IOException {
    check(Call.CREATE, file);
    return new FaultyOutput(real.create(file), file);
  }

  @Override
  public Output append(Path file) throws IOException {
    check(Call.APPEND, file);
    return new FaultyOutput(real.append(file), file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    check(Call.RENAME, to);
    real.rename(from, to);
  }

  @Override
  public void force(Path file) throws IOException {
    check(Call.FORCE, file);
    real.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    check(Call.FORCE_DIRECTORY, directory);
    real.forceDirectory(directory);
  }

  @Override
  public void deleteIfExists(Path file) throws IOException {
    check(Call.DELETE, file);
    real.deleteIfExists(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    check(Call.LOCK, file);
    Lock lock = real.lock(file);
    return new Lock() {
      @Override
      public boolean intact() throws IOException {
        check(Call.LOCK_INTACT, file);
        return lock.intact();
      }

      @Override
      public void release() throws IOException {
        lock.release();
        check(Call.LOCK_RELEASE, file);
      }
    };
  }

  private void check(Call call, Path path) throws IOException {
    Rule rule = matching(call, path);
    if (rule != null) {
      throw new IOException(rule.message);
    }
  }

  private @Nullable Rule matching(Call call, Path path) {
    for (Rule rule : rules) {
      if (rule.call == call && path.toString().endsWith(rule.pathEnd)) {
        return rule;
      }
    }
    return null;
  }

  enum Call {
    KIND,
    SIZE,
    CREATE_DIRECTORIES,
    READ,
    OPEN,
    INPUT_READ,
    INPUT_CLOSE,
    LIST,
    CREATE,
    APPEND,
    WRITE,
    /** The first byte is written, then nothing more. */
    WRITE_SHORT,
    OUTPUT_FORCE,
    TRUNCATE,
    CLOSE,
    RENAME,
    FORCE,
    FORCE_DIRECTORY,
    DELETE,
    LOCK,
    LOCK_INTACT,
    LOCK_RELEASE
  }

  private record Rule(Call call, String pathEnd, String message) {}

  private final class FaultyOutput implements Output {

    private final Output output;
    private final Path file;

    FaultyOutput(Output output, Path file) {
      this.output = output;
      this.file = file;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      check(Call.WRITE, file);
      if (matching(Call.WRITE_SHORT, file) == null) {
        return output.write(source);
      }
      if (source.position() > 0) {
        return 0;
      }
      int limit = source.limit();
      source.limit(1);
      int written = output.write(source);
      source.limit(limit);
      return written;
    }

    @Override
    public void force() throws IOException {
      check(Call.OUTPUT_FORCE, file);
      output.force();
    }

    @Override
    public void truncate(long bytes) throws IOException {
      check(Call.TRUNCATE, file);
      output.truncate(bytes);
    }

    @Override
    public void close() throws IOException {
      output.close();
      check(Call.CLOSE, file);
    }
  }
}
