package io.toppar.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.produce.PartitionChoice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProducerConfigurationTest {

  @Test
  void allIsTheWordForMinusOne() {
    assertThat(of("request.required.acks", "-1").value(ProducerKeys.ACKS)).isEqualTo(Acks.ALL);
    assertThat(of("acks", "all").value(ProducerKeys.ACKS).code()).isEqualTo((short) -1);
    assertThat(of("acks", "0").value(ProducerKeys.ACKS).code()).isEqualTo((short) 0);
    assertThat(of("acks", "1").value(ProducerKeys.ACKS).code()).isEqualTo((short) 1);
    assertThat(Configuration.builder().set(ProducerKeys.ACKS, Acks.ALL).build())
        .hasToString("Configuration[acks=all]");
  }

  @ParameterizedTest
  @CsvSource({
    "queue.buffering.max.ms, linger.ms, 7",
    "message.timeout.ms, delivery.timeout.ms, 7000",
    "message.max.bytes, max.request.size, 7000",
    "message.send.max.retries, retries, 7",
    "max.in.flight, max.in.flight.requests.per.connection, 4",
    "compression.codec, compression.type, lz4",
  })
  void librdkafkasNamesAreTaken(String alias, String name, String value) {
    assertThat(of(alias, value)).hasToString("Configuration[" + name + "=" + value + "]");
  }

  @Test
  void everyPartitionerHasItsWord() {
    for (PartitionChoice choice : PartitionChoice.values()) {
      assertThat(of("partitioner", choice.name()).value(ProducerKeys.PARTITIONER))
          .isEqualTo(choice);
    }
  }

  /** B188: a linger above the timeout was silently shortened. */
  @Test
  void aLingerThatOutlastsTheDeliveryTimeoutIsRefused() {
    assertThatThrownBy(() -> of("linger.ms", "10000", "delivery.timeout.ms", "5000"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("linger.ms (10000) must be below delivery.timeout.ms (5000)");
    assertThatThrownBy(() -> of("linger.ms", "5000", "delivery.timeout.ms", "5000"))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> of("linger.ms", "120000"))
        .hasMessageContaining("delivery.timeout.ms (120000)");
    taken("linger.ms", "4999", "delivery.timeout.ms", "5000");
    taken("linger.ms", "900000", "delivery.timeout.ms", "0");
    taken("delivery.timeout.ms", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "acks, 1, acks=all",
    "acks, 0, acks=all",
    "max.in.flight.requests.per.connection, 6, at most 5",
    "retries, 0, 1 at least",
  })
  void idempotenceThatWasAskedForAndCannotBeIsRefusedWithBothNames(
      String key, String value, String need) {
    assertThatThrownBy(() -> of("enable.idempotence", "true", key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("enable.idempotence is true and " + key + " is " + value)
        .hasMessageContaining("idempotence needs " + need);
    taken("enable.idempotence", "false", key, value);
    taken(key, value);
  }

  @Test
  void idempotenceWithWhatItNeedsIsTaken() {
    taken("enable.idempotence", "true", "acks", "-1", "max.in.flight", "5", "retries", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "gzip, 0, has 1 to 9",
    "gzip, 10, has 1 to 9",
    "lz4, 0, has 1 to 17",
    "lz4, 18, has 1 to 17",
    "snappy, 1, has no levels",
    "none, 1, has no levels",
  })
  void aLevelThatTheCodecDoesNotHaveIsRefused(String codec, String level, String why) {
    assertThatThrownBy(() -> of("compression.type", codec, "compression.level", level))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "compression.level is " + level + ", but compression.type " + codec + " " + why);
  }

  @ParameterizedTest
  @CsvSource({"gzip, 1", "gzip, 9", "lz4, 1", "lz4, 17", "zstd, -131072", "zstd, 22"})
  void theLevelsOfTheCodecAreTaken(String codec, String level) {
    taken("compression.type", codec, "compression.level", level);
  }

  @Test
  void sizesThatContradictAreRefused() {
    assertThatThrownBy(() -> of("batch.size", "2000000"))
        .hasMessage("batch.size (2000000) must not be above max.request.size (1048576)");
    assertThatThrownBy(() -> of("buffer.memory", "2000", "max.request.size", "3000"))
        .hasMessageContaining("buffer.memory (2000) must not be below max.request.size (3000)");
    taken("buffer.memory", "2000");
    taken("max.request.size", "100000000");
    taken("max.request.size", "1000");
  }

  @Test
  void ignoringKeysBesideAPartitionerIsRefused() {
    assertThatThrownBy(() -> of("partitioner.ignore.keys", "true", "partitioner", "murmur2"))
        .hasMessageContaining("set only partitioner");
    taken("partitioner.ignore.keys", "true");
    taken("partitioner.ignore.keys", "false", "partitioner", "murmur2");
  }

  @ParameterizedTest
  @CsvSource({
    "queue.buffering.max.messages, buffer.memory",
    "queue.buffering.max.kbytes, buffer.memory",
    "sticky.partitioning.linger.ms, batch.size",
    "compression.zstd.level, compression.level",
    "partitioner.class, partitioner",
  })
  void aKeyOfAnotherClientThatMeansSomethingElseIsRefusedWithWhatToSet(String key, String hint) {
    assertThatThrownBy(() -> of(key, "1"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'" + key + "' is not a configuration key here")
        .hasMessageContaining(hint);
  }

  private static void taken(String... pairs) {
    assertThatCode(() -> of(pairs)).doesNotThrowAnyException();
  }

  private static Configuration of(String... pairs) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return Configuration.of(settings);
  }
}
