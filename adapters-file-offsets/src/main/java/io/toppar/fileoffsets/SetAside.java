package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A folder within an offset folder for what is no longer used there, made with the first file:
 * tools move things away and delete nothing. One thread.
 */
final class SetAside {

  private static final String NAME = "set-aside-";
  private static final int MAX_FOLDERS = 1000;
  private static final int COPY_BYTES = 64 << 10;

  private final FileOps files;
  private final Path folder;
  private @Nullable Path made;

  SetAside(FileOps files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /** Where things were moved to, or null as long as nothing was. */
  @Nullable Path made() {
    return made;
  }

  /** Moves a file or folder there under its own name; returns where it is. */
  Path move(Path file) throws IOException {
    Path target = place(file);
    files.rename(file, target);
    return target;
  }

  /** Copies a file there; returns where the copy is. */
  Path copy(Path file) throws IOException {
    Path target = place(file);
    ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
    try (FileOps.Input in = files.open(file);
        FileOps.Output out = files.create(target)) {
      while (in.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          if (out.write(buffer) <= 0) {
            throw new IOException("no space left");
          }
        }
        buffer.clear();
      }
      out.force();
    }
    return target;
  }

  /** Forces the moves to the device. */
  void force() throws IOException {
    if (made != null) {
      files.forceDirectory(made);
      files.forceDirectory(folder);
    }
  }

  private Path place(Path file) throws IOException {
    Path now = made;
    if (now == null) {
      now = freeName();
      files.createDirectories(now);
      made = now;
    }
    return now.resolve(String.valueOf(file.getFileName()));
  }

  private Path freeName() throws IOException {
    for (int number = 1; number <= MAX_FOLDERS; number++) {
      Path name = folder.resolve(NAME + number);
      if (files.kind(name) == FileOps.Kind.ABSENT) {
        return name;
      }
    }
    throw new IOException(
        "%d folders %sN are there already; delete old ones".formatted(MAX_FOLDERS, NAME));
  }
}
