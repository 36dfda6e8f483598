package io.toppar.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The look-up tables of {@code domain/DESIGN.md}: what they name exists, tests are tests, and no
 * row is left without a test or a reason.
 */
class DesignMapTest {

  private static final Pattern NAMED =
      Pattern.compile("`([A-Z][A-Za-z0-9]*)(?:\\.([A-Za-z_0-9]+))?`");
  private static final Pattern TEST = Pattern.compile(".*(?:Test|IT|Promises|Contract)");
  private static final Pattern ROW = Pattern.compile("^\\| (?!---)(.+) \\|$");
  private static final int SHORTEST_REASON = 30;

  private final Path root = root();
  private final Map<String, String> sources = sources(root);
  private final String design = Files.readString(root.resolve("domain/DESIGN.md"));

  DesignMapTest() throws IOException {}

  @Test
  void whatTheTablesNameExists() {
    List<String> missing = new ArrayList<>();
    for (String section :
        List.of("librdkafka's structures", "Broken elsewhere", "Scenarios", "Flaws")) {
      rows(section).forEach(row -> missing(last(row)).forEach(missing::add));
    }
    assertThat(missing).as("named in domain/DESIGN.md and not there").isEmpty();
  }

  @Test
  void everyTypeOfTheDomainIsAPart() throws IOException {
    String parts = design.substring(0, design.indexOf("\n## States"));
    int producing = design.indexOf("\n## Producing");
    String partsOfProducing = design.substring(producing, design.indexOf("\n## ", producing + 4));
    Path domain = root.resolve("domain/src/main/java/io/toppar/domain");
    assertThat(typesIn(domain))
        .as("types in the table of parts at the beginning of domain/DESIGN.md")
        .allMatch(type -> parts.contains("`" + type + "`"));
    assertThat(typesIn(domain.resolve("produce")))
        .as("types in the table of parts under Producing in domain/DESIGN.md")
        .allMatch(type -> partsOfProducing.contains("`" + type + "`"));
  }

  private static List<String> typesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".java") && !name.startsWith("package-info"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .toList();
    }
  }

  @Test
  void everyBrokenInvariantHasARow() {
    assertThat(rows("Broken elsewhere").stream().map(row -> row.get(0)))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 71).mapToObj(String::valueOf).toList());
  }

  @Test
  void everyRowHasATestOrAReason() {
    for (String section : List.of("Broken elsewhere", "Scenarios", "Flaws")) {
      assertThat(rows(section)).hasSizeGreaterThan(20);
      for (List<String> row : rows(section)) {
        String held = last(row);
        boolean test = NAMED.matcher(held).results().anyMatch(name -> isTest(name.group(1)));
        assertThat(test || held.length() >= SHORTEST_REASON).as("row %s", row.get(0)).isTrue();
      }
    }
  }

  @Test
  void whatIsNotThereIsSeen() {
    assertThat(missing("`DesignMapTest.whatIsNotThereIsSeen`, `Path` of the JDK")).hasSize(1);
    assertThat(missing("`DesignMapTest.noSuchTest`, `NoSuchTest.at`, `DesignMapTest.rows`"))
        .hasSize(3);
  }

  private List<String> missing(String cell) {
    List<String> missing = new ArrayList<>();
    Matcher named = NAMED.matcher(cell);
    while (named.find()) {
      String source = sources.get(named.group(1));
      String member = named.group(2);
      if (source == null || (member != null && !declares(named.group(1), source, member))) {
        missing.add(named.group());
      }
    }
    return missing;
  }

  private static boolean declares(String type, String source, String member) {
    String how = isTest(type) ? "\\bvoid " + member + "\\(" : "\\b" + member + "\\b *[(;=,]";
    return Pattern.compile(how).matcher(source).find();
  }

  private static boolean isTest(String type) {
    return TEST.matcher(type).matches();
  }

  /** The rows of the table under this heading, cell by cell, without its head. */
  private List<List<String>> rows(String heading) {
    int from = design.indexOf("\n### " + heading);
    assertThat(from).as("the section %s", heading).isNotNegative();
    int to = design.indexOf("\n##", from + 4);
    List<List<String>> rows = new ArrayList<>();
    for (String line : design.substring(from, to < 0 ? design.length() : to).lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.add(List.of(row.group(1).split(" \\| ", -1)));
      }
    }
    return rows.subList(1, rows.size());
  }

  private static String last(List<String> row) {
    return row.get(row.size() - 1);
  }

  private static Map<String, String> sources(Path root) throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(DesignMapTest::isSource).toList()) {
        String name = String.valueOf(file.getFileName());
        String type = name.substring(0, name.length() - ".java".length());
        sources.merge(type, Files.readString(file), String::concat);
      }
    }
    return sources;
  }

  private static boolean isSource(Path file) {
    String path = file.toString();
    return path.endsWith(".java") && path.contains("/src/") && !path.contains("/planted/");
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(".mvn"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder with .mvn above");
    }
    return folder;
  }
}
