package io.toppar.testing.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * The main class of a broker's own JVM: formats the node's storage if it is new, runs the node, and
 * ends when its standard input does, which is when the parent is gone, whatever killed it.
 *
 * <p>Arguments: properties file, cluster id, file to write when the node has started, and
 * optionally the temporary folder to delete when the parent is gone.
 */
final class BrokerChild {
  private BrokerChild() {}

  public static void main(String[] args) throws IOException {
    Path properties = Path.of(args[0]);
    Path started = Path.of(args[2]);
    watchParent(args.length > 3 ? Path.of(args[3]) : null);
    int formatted =
        StorageTool.execute(
            new String[] {
              "format", "--ignore-formatted", "-t", args[1], "-c", properties.toString()
            },
            System.out);
    if (formatted != 0) {
      System.exit(formatted);
    }
    try {
      run(load(properties), started);
    } catch (Throwable failed) {
      failed.printStackTrace(System.out);
      Runtime.getRuntime().halt(1); // threads that are half started would keep the JVM alive
    }
  }

  private static void run(Properties properties, Path started) throws IOException {
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "shutdown"));
    server.startup();
    Files.writeString(started, Long.toString(ProcessHandle.current().pid()));
    server.awaitShutdown();
  }

  private static Properties load(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }

  private static void watchParent(@Nullable Path temporary) {
    Thread watch = new Thread(() -> haltWithParent(temporary), "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void haltWithParent(@Nullable Path temporary) {
    InputEnd.await(System.in);
    try {
      if (temporary != null) {
        Guard.start(ProcessHandle.current().pid(), temporary);
      }
    } catch (IOException e) {
      System.out.println("cannot delete " + temporary + ": " + e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
