package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.engine.ClientReadings;
import io.toppar.app.json.JsonObject;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.TopicPartition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statistics as JSON, read by a parser that takes nothing but JSON, with whole numbers of 64 signed
 * bits and no name twice.
 */
@NullUnmarked
class StatisticsJsonTest extends ConsumerFixture {

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Map<String, Object> from, String... path) {
    Map<String, Object> found = from;
    for (String name : path) {
      assertThat(found).containsKey(name);
      found = (Map<String, Object>) found.get(name);
    }
    return found;
  }

  private Map<String, Object> parsed() {
    return JsonObject.parse(consumer().statistics(SECOND).toJson());
  }

  @Test
  void aClientThatKnowsNothingIsAnObjectToo() {
    assertThat(parsed())
        .containsEntry("client_id", "test")
        .containsEntry("type", "consumer")
        .containsEntry("rx", 0L)
        .containsEntry("brokers", Map.of())
        .containsEntry("topics", Map.of());
  }

  @Test
  void theFiguresHaveTheNamesOfLibrdkafka() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().store(T0, 7, 0, "");
    consumer().commit(SECOND);
    Map<String, Object> all = parsed();

    Map<String, Object> partition = object(all, "topics", "t", "partitions", "0");
    assertThat(partition)
        .containsEntry("partition", 0L)
        .containsEntry("leader", (long) cluster.leader(T0))
        .containsEntry("broker", (long) cluster.leader(T0))
        .containsEntry("desired", true)
        .containsEntry("unknown", false)
        .containsEntry("fetch_state", "active")
        .containsEntry("fetch_decision", "fetch")
        .containsEntry("fetchq_cnt", 0L)
        .containsEntry("next_offset", 10L)
        .containsEntry("app_offset", 10L)
        .containsEntry("stored_offset", 7L)
        .containsEntry("committed_offset", 7L)
        .containsEntry("eof_offset", 10L)
        .containsEntry("lo_offset", 0L)
        .containsEntry("hi_offset", 10L)
        .containsEntry("ls_offset", 10L)
        .containsEntry("consumer_lag", 3L)
        .containsEntry("rxmsgs", 10L)
        .containsEntry("rx_ver_drops", 0L);
    assertThat(all).containsEntry("rxmsgs", 10L);
    Map<String, Object> brokers = object(all, "brokers");
    assertThat(brokers).hasSize(3).containsKey("any");
    brokers.forEach(
        (name, broker) -> assertThat(object(brokers, name)).containsEntry("name", name));
  }

  @Test
  void b167WhatNeverHappenedIsMinusOne() {
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();
    String never = "/" + (3 - cluster.leader(T0));

    String json = consumer().statistics(SECOND).toJson();

    Map<String, Object> brokers = object(JsonObject.parse(json), "brokers");
    String name = brokers.keySet().stream().filter(n -> n.endsWith(never)).findAny().orElseThrow();
    assertThat(object(brokers, name)).containsEntry("txidle", -1L).containsEntry("rxidle", -1L);
    assertThat(json).doesNotContain("18446744073709551615");
  }

  private void read(int count) {
    cluster.createTopic("wide", count);
    consumer()
        .assign(
            IntStream.range(0, count)
                .mapToObj(i -> Assignment.beginning(new TopicPartition("wide", i)))
                .toList());
    client.settle();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 10_000})
  void b169ManyPartitionsAreWholeValidJson(int count) {
    read(count);

    Map<String, Object> partitions = object(parsed(), "topics", "wide", "partitions");

    assertThat(partitions).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(object(partitions, Integer.toString(i)))
          .containsEntry("partition", (long) i)
          .containsEntry("fetch_state", "active");
    }
  }

  /** Prints what statistics of 10,000 partitions cost; how long is for the reader to judge. */
  @Test
  void theirCostForManyPartitionsIsPrinted() {
    read(10_000);
    long takenNanos = Long.MAX_VALUE;
    long writtenNanos = Long.MAX_VALUE;
    int characters = 0;
    for (int round = 0; round < 30; round++) {
      long start = System.nanoTime();
      CompletableFuture<ClientReadings> readings = client.engine.readings();
      client.settle();
      long taken = System.nanoTime();
      String json = Statistics.of("test", readings.join()).toJson();
      takenNanos = Math.min(takenNanos, taken - start);
      writtenNanos = Math.min(writtenNanos, System.nanoTime() - taken);
      characters = json.length();
    }
    System.out.printf(
        Locale.ROOT,
        "statistics of 10,000 partitions, best of 30: %.2f ms on the duty thread; to JSON %.2f ms"
            + " elsewhere, %,d characters%n",
        takenNanos / 1e6,
        writtenNanos / 1e6,
        characters);
    assertThat(characters).isBetween(1_000_000, 20_000_000);
  }

  @Test
  void whateverTheClientIsCalledItIsAString() {
    String name = "a\"b\\c\n\t\u0001/\u00e9\uD83D\uDE00 {}";
    reopen(new TestSettings().clientId(name));
    assertThat(parsed()).containsEntry("client_id", name);

    reopen(new TestSettings().clientId("half a pair: \uD83D"));
    assertThat(parsed()).containsEntry("client_id", "half a pair: ?");
  }
}
