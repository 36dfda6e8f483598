package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The real file system behind a gate: the first call waits until it is opened. Any thread. */
final class GatedFileOps implements FileOps {

  private final FileOps real = new NioFileOps();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final CountDownLatch forced = new CountDownLatch(1);
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger appended = new AtomicInteger();
  private final AtomicInteger appendedForced = new AtomicInteger();
  private volatile boolean broken;

  void open() {
    gate.countDown();
  }

  /** Every call throws, from now on or no more. */
  void breakDown(boolean nowBroken) {
    broken = nowBroken;
  }

  void awaitBlocked() {
    await(blocked);
  }

  void awaitForced() {
    await(forced);
  }

  /** Those that touched a file. */
  Set<Thread> threads() {
    return threads;
  }

  int created() {
    return created.get();
  }

  /** How many writes there were to files that are appended to. */
  int appended() {
    return appended.get();
  }

  /** How many forces there were of files that are appended to. */
  int appendedForced() {
    return appendedForced.get();
  }

  private void pass() {
    threads.add(Thread.currentThread());
    blocked.countDown();
    await(gate);
    if (broken) {
      throw new IllegalStateException("planted");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public Kind kind(Path path) throws IOException {
    pass();
    return real.kind(path);
  }

  @Override
  public long size(Path file) throws IOException {
    pass();
    return real.size(file);
  }

  @Override
  public void createDirectories(Path path) throws IOException {
    pass();
    real.createDirectories(path);
  }

  @Override
  public byte[] read(Path file, int atMost) throws IOException {
    pass();
    return real.read(file, atMost);
  }

  @Override
  public Input open(Path file) throws IOException {
    pass();
    return real.open(file);
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    pass();
    return real.list(directory);
  }

  @Override
  public Output create(Path file) throws IOException {
    pass();
    created.incrementAndGet();
    return new GatedOutput(real.create(file), false);
  }

  @Override
  public Output append(Path file) throws IOException {
    pass();
    return new GatedOutput(real.append(file), true);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    pass();
    real.rename(from, to);
  }

  @Override
  public void force(Path file) throws IOException {
    pass();
    real.force(file);
    forced.countDown();
  }

  @Override
  public void forceDirectory(Path path) throws IOException {
    pass();
    real.forceDirectory(path);
  }

  @Override
  public void deleteIfExists(Path file) throws IOException {
    pass();
    real.deleteIfExists(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    pass();
    return real.lock(file);
  }

  private final class GatedOutput implements Output {

    private final Output output;
    private final boolean appending;

    GatedOutput(Output output, boolean appending) {
      this.output = output;
      this.appending = appending;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      pass();
      if (appending) {
        appended.incrementAndGet();
      }
      return output.write(source);
    }

    @Override
    public void force() throws IOException {
      pass();
      output.force();
      if (appending) {
        appendedForced.incrementAndGet();
        forced.countDown();
      }
    }

    @Override
    public void truncate(long bytes) throws IOException {
      pass();
      output.truncate(bytes);
    }

    @Override
    public void close() throws IOException {
      pass();
      output.close();
    }
  }
}
