package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * A page of {@code docs/} whose samples are the code of a test: what stands there between the lines
 * {@code // docs: name} and {@code // docs: end}.
 */
final class Guide {

  private static final String END = "// docs: end";

  private final Path page;
  private final String text;
  private final String source;

  /** A page, and the test whose code it shows. */
  Guide(String page, Class<?> test) throws IOException {
    Path module = Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
    this.page = module.resolveSibling("docs").resolve(page);
    this.text = Files.readString(this.page);
    String file = test.getName().replace('.', '/') + ".java";
    this.source = Files.readString(module.resolve("src/test/java").resolve(file));
  }

  /** Fails unless the page shows this part of the test as it stands there. */
  void assertShows(String name) {
    assertThat(text).as("%s, the %s code", page.getFileName(), name).contains(shown(name));
  }

  /** How many lines of code there are in a part of the test. */
  long lines(String name) {
    return shown(name).lines().filter(line -> !line.isBlank()).count();
  }

  private String shown(String name) {
    int start = source.indexOf("// docs: " + name + "\n");
    assertThat(start).as("where the %s code begins", name).isNotNegative();
    int body = source.indexOf('\n', start) + 1;
    return source
        .substring(body, source.indexOf(END, body))
        .stripIndent()
        .lines()
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n"))
        .strip();
  }
}
