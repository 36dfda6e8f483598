package io.toppar.testing.kafka;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The command that keeps brokers in the foreground. It prints one line, {@code ready
 * HOST:PORT[,HOST:PORT]}, when all answer, and runs until SIGINT or SIGTERM.
 *
 * <pre>
 * --port N               port of the first node, the others follow; free ports if not given
 * --nodes N              1 if not given
 * --dir D                kept, and found again; a temporary folder if not given
 * --topic NAME:PARTITIONS[:REPLICATION]   created unless it is there; repeatable
 * --config KEY=VALUE     a broker property of all nodes; repeatable
 * --exit-with-parent     ends at the end of standard input too
 * </pre>
 *
 * <p>A node that ends by itself is told, and the others go on.
 *
 * <p>Exit codes: 1 if a node does not come up or the last has ended by itself, 2 for wrong
 * arguments.
 */
public final class BrokerMain {
  private static final int LAST_PORT = 65_535;
  private static final int MOST_NODES = 15;

  private BrokerMain() {}

  /** Runs the command. */
  public static void main(String[] args) {
    int code;
    try {
      code = run(args);
    } catch (Arguments.Wrong e) {
      System.err.println("broker: " + e.getMessage());
      code = 2;
    } catch (BrokerFailure e) {
      System.err.println("broker: " + e.getMessage());
      code = 1;
    }
    System.exit(code);
  }

  private static int run(String... args) throws Arguments.Wrong {
    Arguments arguments =
        Arguments.of(
            Set.of("--port", "--nodes", "--dir", "--topic", "--config"),
            Set.of("--exit-with-parent"),
            args);
    EmbeddedKafkaBuilder choices = choices(arguments);
    TopicSpec[] topics = TopicSpec.parse(arguments.all("--topic"));
    CompletableFuture<Integer> end = new CompletableFuture<>();
    if (arguments.has("--exit-with-parent")) {
      watchInput(end);
    }
    try (EmbeddedKafka kafka = choices.start()) {
      for (TopicSpec topic : topics) {
        topic.createIn(kafka);
      }
      System.out.println("ready " + kafka.bootstrapServers());
      CompletableFuture<Void> allDead = kafka.onNodeExits(node -> tellOf(node, kafka));
      CompletableFuture.anyOf(end, allDead).join();
      return end.isDone() || kafka.isClosing() ? 0 : 1;
    }
  }

  private static void tellOf(int dead, EmbeddedKafka kafka) {
    if (kafka.isClosing()) {
      return;
    }
    int running = kafka.runningNodes();
    System.err.printf(
        "broker: node %d has ended by itself, its log is %s; %s%n",
        dead,
        kafka.logFile(dead),
        running == 0 ? "none is left" : "the others go on, " + running + " of them");
  }

  private static EmbeddedKafkaBuilder choices(Arguments arguments) throws Arguments.Wrong {
    int nodes = (int) arguments.number("--nodes", 1, 1, MOST_NODES);
    EmbeddedKafkaBuilder choices =
        EmbeddedKafka.builder().nodes(nodes).jvmArguments("-XX:TieredStopAtLevel=4");
    arguments.last("--dir").ifPresent(folder -> choices.directory(Path.of(folder)));
    int first = (int) arguments.number("--port", 0, 0, LAST_PORT - nodes + 1);
    if (first > 0) {
      Integer[] ports = new Integer[nodes];
      for (int i = 0; i < nodes; i++) {
        ports[i] = first + i;
      }
      choices.ports(ports);
    }
    for (String pair : arguments.all("--config")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new Arguments.Wrong("--config " + pair + ": write KEY=VALUE");
      }
      choices.config(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return choices;
  }

  private static void watchInput(CompletableFuture<Integer> end) {
    Thread watch = new Thread(() -> awaitInputEnd(end), "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void awaitInputEnd(CompletableFuture<Integer> end) {
    InputEnd.await(System.in);
    end.complete(0);
  }
}
