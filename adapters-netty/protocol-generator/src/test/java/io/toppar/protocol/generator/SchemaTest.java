package io.toppar.protocol.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.protocol.generator.FieldType.StructType;
import org.junit.jupiter.api.Test;

/** From the text of a schema to the model, and down to the versions we speak. */
final class SchemaTest {
  private static final String SCHEMA =
      """
      {
        "apiKey": 1, "type": "request", "name": "SomeRequest", "latestVersionUnstable": true,
        "validVersions": "0-9", "flexibleVersions": "6+",
        "fields": [
          { "name": "Gone", "type": "int32", "versions": "0-3" },
          { "name": "Topics", "type": "[]Topic", "versions": "2+", "nullableVersions": "7+",
            "fields": [
            { "name": "Name", "type": "string", "versions": "0+" },
            { "name": "Old", "type": "Shared", "versions": "0-3" },
            { "name": "New", "type": "Shared", "versions": "5-8" }
          ]},
          { "name": "Hint", "type": "int64", "versions": "6+", "taggedVersions": "6+", "tag": 0 },
          { "name": "Unstable", "type": "bool", "versions": "9+" }
        ],
        "commonStructs": [
          { "name": "Shared", "versions": "0-7", "fields": [
            { "name": "Id", "type": "uuid", "versions": "4+" }
          ]}
        ]
      }
      """;

  @Test
  void anUnstableNewestVersionIsNotSpoken() {
    assertThat(parse(SCHEMA).versions()).hasToString("0-8");
  }

  @Test
  void whatNoSpokenVersionHasVanishes() {
    MessageSchema pruned = pruned("5+");

    assertThat(pruned.body().fields()).extracting(Field::name).containsExactly("topics", "hint");
    assertThat(pruned.struct("Topic").fields()).extracting(Field::name).contains("name", "new");
    assertThat(pruned.struct("Topic").fields()).hasSize(2);
  }

  @Test
  void rangesShrinkToTheirParents() {
    MessageSchema pruned = pruned("5+");

    assertThat(pruned.flexible()).hasToString("6-8");
    assertThat(pruned.body().fields().get(0).versions()).hasToString("5-8");
    assertThat(pruned.body().fields().get(0).nullable()).hasToString("7-8");
    // Used at 5-8, but the struct itself ends at 7.
    assertThat(pruned.struct("Shared").versions()).hasToString("5-7");
  }

  @Test
  void aSharedStructCoversAllOfItsUses() {
    MessageSchema pruned = pruned("2-6");

    assertThat(pruned.struct("Shared").versions()).hasToString("2-6");
    assertThat(pruned.struct("Shared").fields().get(0).versions()).hasToString("4-6");
  }

  @Test
  void structsThatAreNotReachedVanish() {
    assertThat(pruned("0-1").structs()).isEmpty();
  }

  @Test
  void theSmallestElementIsSummedOverThePlainFields() {
    SmallestSize smallest = new SmallestSize(pruned("5+"));
    StructType topic = new StructType("Topic");

    // Version 5: a length of 2 and a uuid; later a length of 1, a uuid and the tag count, twice.
    assertThat(smallest.ofElement(topic, VersionRange.parse("5"))).isEqualTo(2 + 16);
    assertThat(smallest.ofElement(topic, VersionRange.parse("6"))).isEqualTo(1 + 16 + 1 + 1);
  }

  @Test
  void typesAndNotationThatAreNotKnownAreRefused() {
    assertThatThrownBy(() -> parse(SCHEMA.replace("\"bool\"", "\"float64\"")))
        .hasMessageContaining("type float64 is not known");
    assertThatThrownBy(() -> parse(SCHEMA.replace("\"tag\": 0", "\"size\": 0")))
        .hasMessageContaining("\"size\" is notation that is not known");
    assertThatThrownBy(() -> parse(SCHEMA.replace("\"6+\", \"tag\"", "\"7+\", \"tag\"")))
        .hasMessageContaining("Hint is tagged in some of its versions only");
    assertThatThrownBy(() -> pruned("10+")).hasMessageContaining("none of its versions is spoken");
  }

  private static MessageSchema parse(String text) {
    return SchemaParser.parse("SomeRequest.json", text);
  }

  private static MessageSchema pruned(String spoken) {
    return Pruning.prune(parse(SCHEMA), VersionRange.parse(spoken));
  }
}
