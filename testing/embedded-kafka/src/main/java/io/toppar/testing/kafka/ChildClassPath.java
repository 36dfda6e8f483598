package io.toppar.testing.kafka;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The class path of the brokers' JVMs: a given one, or all that this JVM was started with. */
final class ChildClassPath {
  static final String PROPERTY = "toppar.embedded-kafka.classpath";

  private ChildClassPath() {}

  static String resolve() {
    String given = System.getProperty(PROPERTY);
    if (given != null) {
      return given;
    }
    List<String> paths = new ArrayList<>();
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      String path = System.getProperty(property, "");
      if (!path.isEmpty()) {
        paths.add(path);
      }
    }
    return String.join(File.pathSeparator, paths);
  }
}
