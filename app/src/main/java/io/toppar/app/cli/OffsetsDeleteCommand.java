package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code toppar offsets delete}: forgets an offset. */
@Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    description = "Forgets an offset: the partition is read next by auto.offset.reset.",
    footer = {"", "Exit status: 0 deleted, or nothing was stored; 1 not deleted; 2 wrong options."})
final class OffsetsDeleteCommand implements Callable<Integer> {

  @Mixin private FolderOption folder = new FolderOption();

  @Mixin private KeyOptions options = new KeyOptions();

  @Override
  public Integer call() {
    OffsetKey key = options.key();
    OffsetsFolder from = folder.folder();
    if (!Files.exists(from.path())) {
      throw CommandException.failed(from.path() + " does not exist; name a folder with offsets");
    }
    try (StoreSession session = from.open(folder.layout())) {
      if (session.load(key) == null) {
        Terminal.tell("% no offset was stored for " + KeyOptions.named(key));
      }
      session.delete(key);
    }
    return ExitCodes.OK;
  }
}
