package io.toppar.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.config.Configuration;
import io.toppar.app.engine.ProducerSettings;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How defaults give way to what was set. */
class ProduceSettingsTest {

  private static final long MILLI = 1_000_000;

  @Test
  void withNothingSetAProducerIsIdempotent() {
    ProduceConfig machine = machine(Map.of());

    assertThat(machine.idempotent()).isTrue();
    assertThat(machine.acks()).isEqualTo((short) -1);
    assertThat(machine.maxInFlight()).isEqualTo(5);
    assertThat(machine.lingerNanos()).isEqualTo(5 * MILLI);
    assertThat(machine.deliveryTimeoutNanos()).isEqualTo(120_000 * MILLI);
    assertThat(machine.retries()).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"acks, 1", "acks, 0", "max.in.flight, 6", "retries, 0", "enable.idempotence, false"})
  void whatRulesIdempotenceOutTurnsItsDefaultOff(String key, String value) {
    assertThat(machine(Map.of(key, value)).idempotent()).isFalse();
  }

  @Test
  void theDefaultLingerStaysUnderAShortDeliveryTimeout() {
    assertThat(machine(Map.of("delivery.timeout.ms", "3")).lingerNanos()).isLessThan(3 * MILLI);
    assertThat(machine(Map.of("delivery.timeout.ms", "1")).lingerNanos()).isZero();
  }

  @Test
  void aDeliveryTimeoutOfZeroIsForEver() {
    ProduceConfig machine = machine(Map.of("delivery.timeout.ms", "0", "linger.ms", "900000"));

    assertThat(machine.deliveryTimeoutNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(machine.lingerNanos()).isEqualTo(900_000 * MILLI);
  }

  @Test
  void theSizesThatWereNotSetGiveWayToThoseThatWere() {
    ProducerSettings little = settings(Map.of("max.request.size", "2000"));
    assertThat(little.maxRequestBytes()).isEqualTo(2_000);
    assertThat(little.batchBytes()).isEqualTo(2_000);

    ProducerSettings large = settings(Map.of("max.request.size", "100000000"));
    assertThat(large.maxRequestBytes()).isEqualTo(100_000_000);
    assertThat(large.batchBytes()).isEqualTo(65_536);
    assertThat(large.bufferBytes()).as("room for the largest message").isGreaterThan(100_000_000);

    assertThat(settings(Map.of("buffer.memory", "2000")).bufferBytes()).isEqualTo(2_000);
  }

  @Test
  void compressionIsTheCodecAtItsLevel() {
    assertThat(settings(Map.of()).compression()).isEqualTo(Compression.NONE);
    assertThat(
            settings(Map.of("compression.type", "zstd", "compression.level", "-5")).compression())
        .isEqualTo(new Compression(Compression.Codec.ZSTD, -5));
  }

  @Test
  void ignoringKeysIsTheStickyPartitioner() {
    assertThat(settings(Map.of()).partitioner()).isEqualTo(PartitionChoice.MURMUR2_RANDOM);
    assertThat(settings(Map.of("partitioner.ignore.keys", "true")).partitioner())
        .isEqualTo(PartitionChoice.STICKY);
  }

  private static ProduceConfig machine(Map<String, String> given) {
    return settings(given).produce();
  }

  private static ProducerSettings settings(Map<String, String> given) {
    return ProduceSettings.of(Configuration.of(given));
  }
}
