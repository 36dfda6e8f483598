package io.toppar.protocol.generator;

import java.util.Optional;

/**
 * One field of a struct.
 *
 * @param name as Java spells it: first letter small
 * @param versions where it is on the wire
 * @param nullable where null is allowed
 * @param tagged where it is a tagged field; the whole of {@code versions} or nothing
 * @param tag its tag, or -1
 * @param defaultText its default as the schema spells it, {@code null} included
 * @param ignorable whether a value may be lost silently at a version that lacks the field
 * @param neverFlexible whether it keeps its old encoding in flexible versions
 */
record Field(
    String name,
    FieldType type,
    VersionRange versions,
    VersionRange nullable,
    VersionRange tagged,
    int tag,
    Optional<String> defaultText,
    boolean ignorable,
    boolean neverFlexible) {

  /** The same field where {@code range} allows it. */
  Field within(VersionRange range) {
    VersionRange kept = versions.intersect(range);
    return new Field(
        name,
        type,
        kept,
        nullable.intersect(kept),
        tagged.intersect(kept),
        tag,
        defaultText,
        ignorable,
        neverFlexible);
  }

  boolean isTagged() {
    return !tagged.isEmpty();
  }

  boolean defaultsToNull() {
    return type == FieldType.Primitive.RECORDS || defaultText.equals(Optional.of("null"));
  }

  /** Whether Java code may meet null here. */
  boolean mayBeNull() {
    return !nullable.isEmpty() || defaultsToNull();
  }
}
