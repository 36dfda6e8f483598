package io.toppar.benchmarks.reader;

/**
 * The plainest program that reads a topic whole with Kafka's own consumer, and ends.
 *
 * <p>Arguments: HOST:PORT TOPIC PARTITIONS RECORDS
 */
public final class PlainKafkaMain {

  private PlainKafkaMain() {}

  /** Reads. */
  public static void main(String[] arguments) {
    Source source = new Source(arguments[0], arguments[1], Integer.parseInt(arguments[2]));
    long records = Long.parseLong(arguments[3]);
    try (KafkaReader reader = new KafkaReader(source)) {
      Reading.whole(reader, records);
      System.out.println(records + " records, " + reader.valueBytes() + " bytes");
    }
  }
}
