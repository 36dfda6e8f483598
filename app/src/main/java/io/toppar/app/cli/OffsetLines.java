package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Offsets as JSON, one object per line; {@link JsonLines} reads them back. Stateless. */
final class OffsetLines {

  private OffsetLines() {}

  /** An offset as {@code export} prints it. */
  static void append(OffsetKey key, StoredOffset offset, Bytes out) {
    out.append('{');
    appendKey(key, out);
    appendOffset(offset, out);
    out.append("}\n");
  }

  /** An offset of a group at brokers, with a note if there is one. */
  static void append(OffsetKey key, StoredOffset offset, @Nullable String note, Bytes out) {
    out.append('{');
    appendKey(key, out);
    appendOffset(offset, out);
    if (note != null) {
      out.append(",\"note\":");
      Json.append(note, out);
    }
    out.append("}\n");
  }

  /** An offset as {@code show} prints it, with the place where it was found. */
  static void append(FoundOffset found, Bytes out) {
    out.append('{');
    appendKey(found.key().orElse(null), out);
    if (found.keys().size() > 1) {
      out.append(",\"candidates\":[");
      String comma = "{";
      for (OffsetKey key : found.keys()) {
        out.append(comma);
        appendKey(key, out);
        out.append('}');
        comma = ",{";
      }
      out.append(']');
    }
    appendOffset(found.offset(), out);
    out.append(",\"layout\":\"" + found.layout().name().toLowerCase(Locale.ROOT));
    out.append("\",\"file\":");
    Json.append(found.file().toString(), out);
    out.append("}\n");
  }

  /** A problem, with its kind in small letters. */
  static void append(FolderProblem problem, Bytes out) {
    out.append("{\"problem\":\"" + problem.kind().name().toLowerCase(Locale.ROOT));
    out.append("\",\"file\":");
    Json.append(problem.file().toString(), out);
    out.append(",\"detail\":");
    Json.append(problem.detail(), out);
    out.append("}\n");
  }

  /** Why of a key nothing is known. */
  static void append(OffsetKey key, String failure, Bytes out) {
    out.append("{\"problem\":\"unreadable\",");
    appendKey(key, out);
    out.append(",\"detail\":");
    Json.append(failure, out);
    out.append("}\n");
  }

  private static void appendKey(@Nullable OffsetKey key, Bytes out) {
    out.append("\"topic\":");
    appendOrNull(key == null ? null : key.topicPartition().topic(), out);
    out.append(",\"partition\":" + (key == null ? "null" : key.topicPartition().partition()));
    out.append(",\"group\":");
    appendOrNull(key == null ? null : key.group(), out);
  }

  private static void appendOffset(StoredOffset offset, Bytes out) {
    out.append(",\"offset\":").append(offset.offset());
    out.append(",\"leader_epoch\":" + (offset.leaderEpoch() < 0 ? "null" : offset.leaderEpoch()));
    out.append(",\"metadata\":");
    Json.append(offset.metadata(), out);
  }

  static void appendOrNull(@Nullable String text, Bytes out) {
    if (text == null) {
      out.append("null");
    } else {
      Json.append(text, out);
    }
  }
}
