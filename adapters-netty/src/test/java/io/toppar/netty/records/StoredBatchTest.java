package io.toppar.netty.records;

import static io.toppar.netty.records.Fixtures.BASE_TIME;
import static io.toppar.netty.records.Fixtures.F01;
import static io.toppar.netty.records.Fixtures.F02;
import static io.toppar.netty.records.Fixtures.F04;
import static io.toppar.netty.records.Fixtures.F05;
import static io.toppar.netty.records.Fixtures.F07;
import static io.toppar.netty.records.Fixtures.first;
import static io.toppar.netty.records.Fixtures.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchFault;
import io.toppar.netty.records.Reading.Header;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.TimestampType;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredBatchTest {

  @Test
  @DisplayName("B122: null and empty keys, values and header values stay apart")
  void nullAndEmptyStayApart() {
    Reading reading = Reading.of(F01, 10);
    assertThat(reading.records())
        .containsExactly(
            new Seen(10, BASE_TIME, TimestampType.CREATE_TIME, "k1", "v1", List.of()),
            new Seen(
                11,
                BASE_TIME + 10,
                TimestampType.CREATE_TIME,
                null,
                null,
                List.of(new Header("h", null))),
            new Seen(12, BASE_TIME + 20, TimestampType.CREATE_TIME, "", "", List.of()));
    assertThat(reading.next()).isEqualTo(13);
    assertThat(reading.walkFault()).isNull();
    assertThat(reading.readFault()).isNull();
  }

  @Test
  @DisplayName("B083: an emptied batch moves the position and delivers nothing")
  void emptiedBatchMovesThePosition() {
    Reading reading = Reading.of(F02, 20);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.next()).isEqualTo(25);
    assertThat(reading.walkFault()).isNull();
  }

  @Test
  @DisplayName("B089: offsets come from the deltas, not from the index")
  void gapsKeepTheirOffsets() {
    Reading reading = Reading.of(F04, 40);
    assertThat(reading.offsets()).containsExactly(42L, 45L);
    assertThat(reading.next()).isEqualTo(50);
  }

  @Test
  @DisplayName("B113: broker time holds for every record of the batch")
  void brokerTimeHoldsForTheBatch() {
    Reading reading = Reading.of(F05, 50);
    assertThat(reading.records())
        .extracting(Seen::offset, Seen::timestamp, Seen::timestampType)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                50L, 1_700_000_005_000L, TimestampType.LOG_APPEND_TIME),
            org.assertj.core.groups.Tuple.tuple(
                51L, 1_700_000_005_000L, TimestampType.LOG_APPEND_TIME));
  }

  @Test
  @DisplayName("B112: a time delta of 64 bits")
  void timeDeltasHave64Bits() {
    Reading reading = Reading.of(F07, 60);
    assertThat(reading.records()).extracting(Seen::timestamp).containsExactly(0L, BASE_TIME);
    assertThat(reading.values()).containsExactly("old", "new");
    assertThat(reading.next()).isEqualTo(62);
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 61, 17, 12, 5})
  @DisplayName("B105: a batch cut off by the size limit is left for the next fetch, silently")
  void cutTailIsQuiet(int length) {
    Reading reading = Reading.of(join(F01, first(F04, length)), 10);
    assertThat(reading.offsets()).containsExactly(10L, 11L, 12L);
    assertThat(reading.next()).isEqualTo(13);
    assertThat(reading.walkFault()).isNull();
    assertThat(reading.readFault()).isNull();
  }

  @Test
  @DisplayName("B103: a first batch that did not fit is named with the size it needs")
  void firstBatchCutIsOversize() {
    Reading reading = Reading.of(first(F04, 70), 40);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::sizeBytes)
        .containsExactly(BatchFault.Kind.OVERSIZE, 40L, F04.length);
  }
}
