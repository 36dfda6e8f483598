package io.toppar.protocol.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON as Kafka writes it. */
final class JsonReaderTest {

  @Test
  void stepsOverCommentsButNotInsideStrings() {
    JsonObject object =
        read(
            """
            // a licence, with "quotes" and a { brace
            {
              "about": "see http://kafka", // a remark
              "tag": -3, "ignorable": true,
              // nothing
              "fields": [ {"name": "a \\"b\\" \\\\"}, // first
                          {} ]
            }
            // the end""");

    assertThat(object.string("about")).isEqualTo("see http://kafka");
    assertThat(object.integer("tag", 0)).isEqualTo(-3);
    assertThat(object.bool("ignorable")).isTrue();
    assertThat(object.objects("fields")).hasSize(2);
    assertThat(object.objects("fields").get(0).string("name")).isEqualTo("a \"b\" \\");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"a\"}",
        "{\"a\": }",
        "{\"a\": 1,}",
        "{\"a\": \"x",
        "{\"a\": nul}",
        "{\"a\": [1 2]}",
        "{} {}",
        "{\"a\": 1, \"a\": 2}",
        "{\"a\": \"\\q\"}",
        "{\"a\": --1}"
      })
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(SchemaException.class)
        .hasMessageStartingWith("Some.json, line ");
  }

  @Test
  void errorsNameTheLine() {
    assertThatThrownBy(() -> read("{\n\"a\": 1,\n\"b\": ?\n}"))
        .hasMessage("Some.json, line 3: a value is expected");
  }

  @Test
  void newNotationIsNoticed() {
    JsonObject object = read("{\"name\": \"x\", \"secret\": true}");

    assertThatThrownBy(() -> object.requireKnownKeys(Set.of("name")))
        .hasMessage("Some.json: \"secret\" is notation that is not known");
  }

  @Test
  void valuesOfTheWrongTypeAreNamed() {
    JsonObject object = read("{\"name\": 3, \"fields\": [1]}");

    assertThatThrownBy(() -> object.string("name")).hasMessage("Some.json: \"name\" is no String");
    assertThatThrownBy(() -> object.string("type")).hasMessage("Some.json: \"type\" is missing");
    assertThatThrownBy(() -> object.objects("fields")).isInstanceOf(SchemaException.class);
    assertThat(object.objects("others")).isEqualTo(List.of());
  }

  private static JsonObject read(String text) {
    return JsonReader.read("Some.json", text);
  }
}
