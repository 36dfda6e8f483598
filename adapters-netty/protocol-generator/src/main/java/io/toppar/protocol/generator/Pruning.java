package io.toppar.protocol.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a message down to the versions we speak: fields and structs that none of them has vanish,
 * and every range left is within its parent's.
 */
final class Pruning {
  private final MessageSchema message;

  /** Where each struct is reached from the message, over all of its uses. */
  private final Map<String, VersionRange> reached = new LinkedHashMap<>();

  private Pruning(MessageSchema message) {
    this.message = message;
  }

  /** The message with no version outside {@code spoken}. */
  static MessageSchema prune(MessageSchema message, VersionRange spoken) {
    return new Pruning(message).prune(message.versions().intersect(spoken));
  }

  private MessageSchema prune(VersionRange versions) {
    if (versions.isEmpty()) {
      throw new SchemaException(message.name() + ": none of its versions is spoken");
    }
    Struct body = narrow(message.body(), versions);
    reach(body);
    Map<String, Struct> structs = new LinkedHashMap<>();
    reached.forEach((name, range) -> structs.put(name, narrow(message.struct(name), range)));
    return new MessageSchema(
        message.name(),
        message.kind(),
        message.apiKey(),
        versions,
        message.flexible().intersect(versions),
        body,
        structs);
  }

  private void reach(Struct owner) {
    for (Field field : owner.fields()) {
      field.type().structName().ifPresent(name -> reach(name, field.versions()));
    }
  }

  private void reach(String name, VersionRange used) {
    VersionRange before = reached.getOrDefault(name, VersionRange.NONE);
    VersionRange after = before.hull(used);
    if (!after.equals(before)) {
      reached.put(name, after);
      reach(narrow(message.struct(name), after));
    }
  }

  private static Struct narrow(Struct struct, VersionRange range) {
    VersionRange versions = struct.versions().intersect(range);
    List<Field> kept = new ArrayList<>();
    for (Field field : struct.fields()) {
      Field narrowed = field.within(versions);
      if (!narrowed.versions().isEmpty()) {
        kept.add(narrowed);
      }
    }
    return new Struct(struct.name(), versions, List.copyOf(kept));
  }
}
