package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code toppar offsets set}: stores an offset, a lower one too. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    description = "Stores the offset from which a partition is read next, whatever was stored.",
    footer = {
      "",
      "With --offsets it is on the disk when the command ends; with -b it is committed for --group, which"
          + " must have no live members.",
      "Exit status: 0 stored; 1 not stored, what was there is kept; 2 wrong options."
    })
final class OffsetsSetCommand implements Callable<Integer> {

  @Mixin private TargetOption target = new TargetOption();

  @Mixin private KeyOptions options = new KeyOptions();

  @Option(
      names = "--metadata",
      paramLabel = "M",
      description = "A text kept with it, by a journal and by brokers; files hold none.")
  private String metadata = "";

  @Parameters(paramLabel = "OFFSET", description = "The next offset to read, 0 or greater.")
  private String offset = "";

  @Override
  public Integer call() {
    OffsetKey key = options.key();
    StoredOffset stored = new StoredOffset(parsed(), -1, metadata);
    try (StoreSession session = target.open(key.group())) {
      if (!metadata.isEmpty() && !session.keepsMetadata()) {
        throw CommandException.usage(
            "--metadata: offset files hold no metadata; leave it out, or use --layout journal");
      }
      session
          .store(Map.of(key, stored))
          .forEach(
              (failed, detail) -> {
                throw CommandException.failed(detail);
              });
    }
    return ExitCodes.OK;
  }

  private long parsed() {
    if (offset.matches("[0-9]{1,19}")) {
      try {
        return Long.parseLong(offset);
      } catch (NumberFormatException e) {
        // Too large: refused below like everything else that is no offset.
      }
    }
    throw CommandException.usage("'" + offset + "' is no offset; it takes a number from 0 on");
  }
}
