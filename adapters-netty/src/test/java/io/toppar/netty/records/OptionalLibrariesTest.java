package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.BatchBuilder;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionalLibrariesTest {

  @ParameterizedTest
  @CsvSource({
    "SNAPPY, org.xerial.snappy., org.xerial.snappy:snappy-java",
    "LZ4, net.jpountz., at.yawk.lz4:lz4-java",
    "ZSTD, com.github.luben.zstd., com.github.luben:zstd-jni"
  })
  @DisplayName("B120: an absent library is named by the artifact to add, others still work")
  void absentLibraryIsNamed(CompressionType codec, String libraryPackage, String artifact)
      throws ReflectiveOperationException, IOException {
    try (URLClassLoader without = new ClassesWithout(libraryPackage)) {
      Constructor<?> constructor =
          without.loadClass(ReadAll.class.getName()).getDeclaredConstructor();
      constructor.setAccessible(true);
      @SuppressWarnings("unchecked")
      Function<byte[], String> readAll = (Function<byte[], String>) constructor.newInstance();
      byte[] batch = KafkaBatches.batch(Compression.of(codec).build(), 7, "a", "b");
      assertThat(readAll.apply(batch)).contains("UNSUPPORTED_CODEC", artifact, "7", "8");
      assertThat(readAll.apply(batch)).contains("UNSUPPORTED_CODEC", artifact);
      byte[] gzip = KafkaBatches.batch(Compression.gzip().build(), 7, "a", "b");
      assertThat(readAll.apply(gzip)).contains("[a, b]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SNAPPY, org.xerial.snappy., org.xerial.snappy:snappy-java",
    "LZ4, net.jpountz., at.yawk.lz4:lz4-java",
    "ZSTD, com.github.luben.zstd., com.github.luben:zstd-jni"
  })
  @DisplayName("a batch that cannot be compressed is as it was, and the artifact to add is named")
  void absentLibraryIsNamedWhenSealing(String codec, String libraryPackage, String artifact)
      throws ReflectiveOperationException, IOException {
    try (URLClassLoader without = new ClassesWithout(libraryPackage)) {
      Constructor<?> constructor =
          without.loadClass(SealTwice.class.getName()).getDeclaredConstructor();
      constructor.setAccessible(true);
      @SuppressWarnings("unchecked")
      Function<String, String> sealTwice = (Function<String, String>) constructor.newInstance();
      assertThat(sealTwice.apply(codec))
          .containsSubsequence(artifact, "1 record", artifact, "0 bytes taken");
      assertThat(sealTwice.apply("GZIP")).contains("sealed", "0 bytes taken");
    }
  }

  /** Writes a batch and describes what came of it; loaded where a library is absent. */
  static final class SealTwice implements Function<String, String> {

    @Override
    public String apply(String codec) {
      MemoryAccount memory = new MemoryAccount();
      BatchMaker maker = new BatchMaker(0);
      BatchBuilder open =
          maker.newBatch(
              1000,
              0,
              io.toppar.ports.Compression.of(io.toppar.ports.Compression.Codec.valueOf(codec)),
              memory);
      open.append(0, null, Slice.of("x".repeat(100)), RecordHeaders.NONE);
      StringBuilder told = new StringBuilder();
      try {
        open.seal().release();
        told.append("sealed");
      } catch (IllegalArgumentException absent) {
        told.append(absent.getMessage())
            .append("; ")
            .append(open.recordCount())
            .append(" record; ");
        try {
          open.seal().release();
        } catch (IllegalArgumentException still) {
          told.append(still.getMessage());
          open.discard();
        }
      }
      maker.close();
      return told.append("; ").append(memory.taken()).append(" bytes taken").toString();
    }
  }

  /** Reads a batch and describes the outcome; loaded where a library is absent. */
  static final class ReadAll implements Function<byte[], String> {

    @Override
    public String apply(byte[] batch) {
      Reading reading = Reading.of(batch, 0);
      return reading.values() + " " + reading.readFault();
    }
  }

  /** The class path anew, but for one package. */
  private static final class ClassesWithout extends URLClassLoader {

    private final String absent;

    ClassesWithout(String absent) {
      super(classPath(), ClassLoader.getPlatformClassLoader());
      this.absent = absent;
    }

    @Override
    protected Class<?> loadClass(@Nullable String name, boolean resolve)
        throws ClassNotFoundException {
      if (name != null && name.startsWith(absent)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }

    private static URL[] classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(ClassesWithout::url)
          .toArray(URL[]::new);
    }

    private static URL url(String entry) {
      try {
        return Path.of(entry).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(entry, e);
      }
    }
  }
}
