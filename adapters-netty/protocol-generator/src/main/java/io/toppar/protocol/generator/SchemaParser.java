package io.toppar.protocol.generator;

import io.toppar.protocol.generator.FieldType.ArrayType;
import io.toppar.protocol.generator.FieldType.Primitive;
import io.toppar.protocol.generator.FieldType.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads one schema file into the model, with every version that the file knows. */
final class SchemaParser {
  private final JsonObject json;
  private final Map<String, Struct> structs = new LinkedHashMap<>();

  private SchemaParser(JsonObject json) {
    this.json = json;
  }

  static MessageSchema parse(String source, String text) {
    return new SchemaParser(JsonReader.read(source, text)).message();
  }

  private MessageSchema message() {
    json.requireKnownKeys(MESSAGE_KEYS);
    String name = json.string("name");
    VersionRange valid = VersionRange.parse(json.string("validVersions"));
    VersionRange versions =
        json.bool("latestVersionUnstable")
            ? new VersionRange(valid.low(), valid.high() - 1)
            : valid;
    for (JsonObject struct : json.objects("commonStructs")) {
      struct.requireKnownKeys(Set.of("name", "versions", "fields"));
      define(struct, struct.string("name"), VersionRange.parse(struct.string("versions")));
    }
    Struct body = new Struct(name, valid, fields(json));
    return new MessageSchema(
        name,
        MessageSchema.Kind.valueOf(json.string("type").toUpperCase(Locale.ROOT)),
        json.integer("apiKey", -1),
        versions,
        VersionRange.parse(json.string("flexibleVersions")),
        body,
        structs);
  }

  private List<Field> fields(JsonObject owner) {
    List<Field> fields = new ArrayList<>();
    for (JsonObject field : owner.objects("fields")) {
      fields.add(field(field));
    }
    return List.copyOf(fields);
  }

  private Field field(JsonObject field) {
    field.requireKnownKeys(FIELD_KEYS);
    String schemaName = field.string("name");
    VersionRange versions = VersionRange.parse(field.string("versions"));
    FieldType type = type(field.string("type"));
    if (!field.objects("fields").isEmpty()) {
      define(field, type.structName().orElseThrow(), versions);
    }
    VersionRange tagged = range(field, "taggedVersions");
    if (!tagged.isEmpty() && !tagged.equals(versions)) {
      throw new SchemaException(
          json.source() + ": " + schemaName + " is tagged in some of its versions only");
    }
    return new Field(
        schemaName.substring(0, 1).toLowerCase(Locale.ROOT) + schemaName.substring(1),
        type,
        versions,
        range(field, "nullableVersions"),
        tagged,
        field.integer("tag", -1),
        field.optionalText("default"),
        field.bool("ignorable"),
        neverFlexible(field));
  }

  private boolean neverFlexible(JsonObject field) {
    boolean given = field.optionalString("flexibleVersions").isPresent();
    if (given && !range(field, "flexibleVersions").isEmpty()) {
      throw new SchemaException(
          json.source() + ": a field's own flexibleVersions can only be none");
    }
    return given;
  }

  private void define(JsonObject owner, String name, VersionRange versions) {
    // Reserved first, so that structs are listed outermost first.
    structs.put(name, new Struct(name, versions, List.of()));
    structs.put(name, new Struct(name, versions, fields(owner)));
  }

  private FieldType type(String text) {
    if (text.startsWith("[]")) {
      return new ArrayType(type(text.substring(2)));
    }
    if (Character.isUpperCase(text.charAt(0))) {
      return new StructType(text);
    }
    return Primitive.named(text)
        .orElseThrow(
            () ->
                new SchemaException(
                    json.source() + ": type " + text + " is not known; add it to FieldType"));
  }

  private static VersionRange range(JsonObject object, String key) {
    return object.optionalString(key).map(VersionRange::parse).orElse(VersionRange.NONE);
  }

  private static final Set<String> MESSAGE_KEYS =
      Set.of(
          "apiKey",
          "commonStructs",
          "fields",
          "flexibleVersions",
          "latestVersionUnstable",
          "listeners",
          "name",
          "type",
          "validVersions");

  /** {@code about}, {@code entityType}, {@code mapKey} and {@code zeroCopy} are hints we drop. */
  private static final Set<String> FIELD_KEYS =
      Set.of(
          "about",
          "default",
          "entityType",
          "fields",
          "flexibleVersions",
          "ignorable",
          "mapKey",
          "name",
          "nullableVersions",
          "tag",
          "taggedVersions",
          "type",
          "versions",
          "zeroCopy");
}
