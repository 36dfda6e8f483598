package io.toppar.netty.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Broker addresses as people write them. */
final class HostPortTest {

  @ParameterizedTest
  @CsvSource({
    "kafka:9092, kafka, 9092",
    "127.0.0.1:1, 127.0.0.1, 1",
    "[::1]:9092, ::1, 9092",
    "PLAINTEXT://kafka:9092, kafka, 9092"
  })
  void an_address_is_a_host_and_a_port(String text, String host, int port) {
    assertThat(HostPort.parse(text)).isEqualTo(new HostPort(host, port));
  }

  @Test
  void an_address_prints_as_it_is_written() {
    assertThat(HostPort.parse("[::1]:9092")).hasToString("[::1]:9092");
    assertThat(HostPort.parse("k:1")).hasToString("k:1");
  }

  @Test
  void a_list_skips_what_is_blank() {
    assertThat(HostPort.parseList(" k1:1 , ,k2:2,"))
        .containsExactly(new HostPort("k1", 1), new HostPort("k2", 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka",
        "kafka:",
        ":9092",
        "kafka:x",
        "kafka:0",
        "kafka:65536",
        "::1:9092",
        "a b:1",
        "http://kafka:9092",
        "",
        " , "
      })
  void what_is_no_address_is_refused_with_the_text(String text) {
    assertThatThrownBy(() -> HostPort.parseList(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + text + "\"");
  }
}
