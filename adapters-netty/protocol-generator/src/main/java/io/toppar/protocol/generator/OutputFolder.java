package io.toppar.protocol.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of generated sources.
 *
 * <p>Files that would not change are left alone, so that the compiler sees nothing new; files that
 * are no longer generated are deleted.
 */
final class OutputFolder {
  private final Path root;
  private final Set<Path> current = new HashSet<>();

  OutputFolder(Path root) {
    this.root = root;
  }

  void write(String packageName, String typeName, String text) throws IOException {
    Path file = root.resolve(packageName.replace('.', '/')).resolve(typeName + ".java");
    current.add(file);
    if (Files.exists(file) && Files.readString(file).equals(text)) {
      return;
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  void deleteOthers() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!current.contains(file)) {
          Files.delete(file);
        }
      }
    }
  }
}
