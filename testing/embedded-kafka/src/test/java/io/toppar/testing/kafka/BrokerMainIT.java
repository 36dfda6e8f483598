package io.toppar.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerMainIT {
  @TempDir private Path folder;

  @Test
  void brokersOfAGivenFolderComeBackWithTheirDataAndTheWriterWritesWholeFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("lines"), "one\ntwo\n\nlast");
    String data = folder.resolve("data").toString();
    String address = runOnce(data, file);
    String port = address.substring(address.indexOf(':') + 1);
    try (ChildJvm broker = ChildJvm.start(BrokerMain.class, "--dir", data, "--port", port)) {
      assertThat(broker.line()).isEqualTo("ready " + address);
      ChildJvm again = writer(address, file, "fresh");
      assertThat(again.rest()).last().isEqualTo("wrote 12 records");
      ChildJvm taken = writer(address, file, "text");
      assertThat(taken.rest()).hasSize(1).first().asString().contains("text", "already exists");
      assertThat(taken.exitCode()).isEqualTo(1);
      broker.terminate();
      assertThat(broker.rest()).isEmpty();
      assertThat(broker.exitCode()).isEqualTo(143);
    }
  }

  @Test
  void aNodeThatDiesIsToldAndTheOthersGoOnUntilNoneIsLeft() throws Exception {
    try (ChildJvm broker = ChildJvm.start(BrokerMain.class, "--nodes", "3")) {
      assertThat(broker.line()).startsWith("ready ");
      List<ProcessHandle> nodes = broker.descendants();
      assertThat(nodes).hasSize(3);
      String[] told = {
        "the others go on, 2 of them", "the others go on, 1 of them", "none is left"
      };
      for (int i = 0; i < told.length; i++) {
        nodes.get(i).destroyForcibly();
        assertThat(broker.line())
            .matches("broker: node [123] has ended by itself, its log is .*; " + told[i]);
        assertThat(broker.process().isAlive() || i == told.length - 1).isTrue();
      }
      assertThat(broker.rest()).isEmpty();
      assertThat(broker.exitCode()).isEqualTo(1);
    }
  }

  private static String runOnce(String data, Path file) throws Exception {
    try (ChildJvm broker =
        ChildJvm.start(BrokerMain.class, "--dir", data, "--topic", "a:3", "--exit-with-parent")) {
      String ready = broker.line();
      assertThat(ready).matches("ready 127\\.0\\.0\\.1:\\d+");
      String address = ready.substring("ready ".length());
      ChildJvm writer = writer(address, file, "text");
      assertThat(writer.rest()).last().isEqualTo("wrote 12 records");
      assertThat(writer.exitCode()).isZero();
      List<ProcessHandle> children = broker.descendants();
      broker.process().getOutputStream().close();
      assertThat(broker.exitCode()).isZero();
      for (ProcessHandle child : children) {
        ChildJvm.awaitEnd(child);
      }
      return address;
    }
  }

  private static ChildJvm writer(String address, Path file, String topic) throws Exception {
    return ChildJvm.start(
        TopicWriterMain.class,
        "--bootstrap",
        address,
        "--topic",
        topic,
        "--partitions",
        "4",
        "--file",
        file.toString(),
        "--at-least",
        "10");
  }

  @ParameterizedTest
  @CsvSource({
    "--prt 1, unknown argument --prt",
    "--port, --port needs a value",
    "--port x, not a whole number",
    "--port 99999, not within 0 and 65535",
    "--nodes 0, not within 1 and 15",
    "--topic a, NAME:PARTITIONS",
    "--config a, KEY=VALUE",
  })
  void wrongArgumentsAreOneLineAndExitCode2(String arguments, String told) throws Exception {
    try (ChildJvm broker = ChildJvm.start(BrokerMain.class, arguments.split(" "))) {
      assertThat(broker.rest()).hasSize(1).first().asString().contains(told);
      assertThat(broker.exitCode()).isEqualTo(2);
    }
  }

  @Test
  void aTakenPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      try (ChildJvm broker = ChildJvm.start(BrokerMain.class, "--port", port)) {
        assertThat(broker.rest())
            .containsExactly(
                "broker: port " + port + " is taken: choose another or stop what listens there");
        assertThat(broker.exitCode()).isEqualTo(1);
      }
    }
  }

  @Test
  void aNodeThatDoesNotComeUpShowsWhy() throws Exception {
    try (ChildJvm broker = ChildJvm.start(BrokerMain.class, "--config", "log.segment.bytes=foo")) {
      assertThat(String.join("\n", broker.rest()))
          .contains("broker 1 ended with code 1", "foo for configuration log.segment.bytes");
      assertThat(broker.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void aFolderOfAnotherNumberOfNodesIsRefused() throws Exception {
    Files.writeString(folder.resolve("cluster.properties"), "nodes=3\nid=x\n");
    try (ChildJvm broker = ChildJvm.start(BrokerMain.class, "--dir", folder.toString())) {
      assertThat(broker.rest()).hasSize(1).first().asString().contains("a cluster of 3 nodes");
      assertThat(broker.exitCode()).isEqualTo(1);
    }
  }
}
