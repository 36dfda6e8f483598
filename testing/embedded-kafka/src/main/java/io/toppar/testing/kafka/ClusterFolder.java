package io.toppar.testing.kafka;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The folder a cluster lives in: one folder per node and a file that names the cluster, so that a
 * later start finds the same one.
 *
 * @param temporary ours to delete
 */
record ClusterFolder(Path path, boolean temporary, String clusterId) {
  private static final String IDENTITY = "cluster.properties";

  /** Opens the given folder, or makes a temporary one if there is none. */
  static ClusterFolder open(@Nullable Path given, int nodes) {
    try {
      if (given == null) {
        Path made = Files.createTempDirectory("toppar-kafka-").toRealPath();
        return new ClusterFolder(made, true, Uuid.randomUuid().toString());
      }
      Files.createDirectories(given);
      Path folder = given.toRealPath();
      return new ClusterFolder(folder, false, identity(folder, nodes));
    } catch (IOException e) {
      throw new BrokerFailure("cannot use the folder for the brokers, choose another: " + e, e);
    }
  }

  private static String identity(Path folder, int nodes) throws IOException {
    Path file = folder.resolve(IDENTITY);
    Properties known = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        known.load(reader);
      }
      String before = known.getProperty("nodes");
      if (!Integer.toString(nodes).equals(before)) {
        throw new BrokerFailure(
            "%s holds a cluster of %s nodes: start it with that many, or choose another folder"
                .formatted(folder, before));
      }
      return known.getProperty("id");
    }
    String id = Uuid.randomUuid().toString();
    known.setProperty("nodes", Integer.toString(nodes));
    known.setProperty("id", id);
    try (Writer writer = Files.newBufferedWriter(file)) {
      known.store(writer, "the brokers of this folder");
    }
    return id;
  }

  Path node(int id) {
    return path.resolve("node-" + id);
  }

  /** Deletes it if it is temporary; nothing may run in it any more. */
  void discard() {
    if (!temporary) {
      return;
    }
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the temporary folder " + path, e);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
