package io.toppar.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every id that a comment of code or tests cites is explained: rules in {@code docs/rules.md},
 * field cases in {@code docs/field-cases.md}.
 */
class RuleIdsTest {

  private static final Pattern CITED =
      Pattern.compile("\\b(?:[LVSFMOPE][1-9]\\d?[a-d]?|B\\d{3})\\b");
  private static final Pattern EXPLAINED =
      Pattern.compile("^- \\*\\*([LVSFMOPEB]\\d+[a-d]?)\\*\\* \\S", Pattern.MULTILINE);

  @Test
  void everyCitedRuleIsExplained() throws IOException {
    Path root = root();
    Set<String> explained = new TreeSet<>();
    for (String page : List.of("docs/rules.md", "docs/field-cases.md")) {
      Matcher lines = EXPLAINED.matcher(Files.readString(root.resolve(page)));
      while (lines.find()) {
        explained.add(lines.group(1));
      }
    }
    Map<String, Path> missing = new TreeMap<>();
    cited(root)
        .forEach(
            (id, file) -> {
              if (!explained.contains(id)) {
                missing.put(id, root.relativize(file));
              }
            });
    assertThat(missing).as("cited in the code, not explained in docs").isEmpty();
  }

  @Test
  void citationsAreFoundInCommentsOnly() {
    assertThat(cited("  /** Ends (S2, S25-S27), see O5b and B026. */"))
        .containsExactly("S2", "S25", "S27", "O5b", "B026");
    assertThat(cited("  int x = 1; // as in M7")).containsExactly("M7");
    assertThat(cited("  String s = \"S2\";")).isEmpty();
  }

  private static Map<String, Path> cited(Path root) throws IOException {
    Map<String, Path> cited = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().matches(".*/src/(?:main|test)/java/.*"))
              .sorted()
              .toList();
      assertThat(sources).hasSizeGreaterThan(50);
      for (Path source : sources) {
        for (String line : Files.readAllLines(source)) {
          cited(line).forEach(id -> cited.putIfAbsent(id, source));
        }
      }
    }
    return cited;
  }

  private static List<String> cited(String line) {
    String text = line.strip();
    int comment = text.startsWith("*") || text.startsWith("/*") ? 0 : text.indexOf("// ");
    List<String> ids = new ArrayList<>();
    if (comment >= 0) {
      Matcher matcher = CITED.matcher(text.substring(comment));
      while (matcher.find()) {
        ids.add(matcher.group());
      }
    }
    return ids;
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(".mvn"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder with .mvn above");
    }
    return folder;
  }
}
