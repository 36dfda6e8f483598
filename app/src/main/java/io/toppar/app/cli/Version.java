package io.toppar.app.cli;

import picocli.CommandLine.IVersionProvider;

/** Tells the version, as the jar's manifest holds it. */
final class Version implements IVersionProvider {

  Version() {}

  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "toppar " + (version == null ? "(not packaged)" : version),
      "Java " + Runtime.version() + " on " + System.getProperty("os.name")
    };
  }
}
