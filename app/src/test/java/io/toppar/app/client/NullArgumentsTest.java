package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.ports.Slice;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null where none is allowed is refused by the name of the parameter. */
@NullUnmarked
class NullArgumentsTest extends ProducerFixture {

  static Stream<Arguments> parts() {
    Message message = new Message();
    return Stream.of(
        refused("topic", () -> message.topic(null)),
        refused("topic", () -> Message.to(null)),
        refused("topic", () -> Message.to(null, 0)),
        refused("bytes", () -> message.key((byte[]) null)),
        refused("bytes", () -> message.key(null, 0, 0)),
        refused("bytes", () -> message.key((Slice) null)),
        refused("text", () -> message.key((String) null)),
        refused("bytes", () -> message.value((byte[]) null)),
        refused("bytes", () -> message.value(null, 0, 0)),
        refused("bytes", () -> message.value((Slice) null)),
        refused("text", () -> message.value((String) null)),
        refused("name", () -> message.header((String) null, "v")),
        refused("name", () -> message.header(null, new byte[0])),
        refused("name", () -> message.header((Slice) null, null)),
        refused("content", () -> message.header("h", (String) null)));
  }

  private static Arguments refused(String parameter, ThrowingCallable call) {
    return Arguments.of(parameter, call);
  }

  private static void assertRefused(String parameter, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
  }

  @ParameterizedTest
  @MethodSource("parts")
  void aMessageNamesTheParameter(String parameter, ThrowingCallable call) {
    assertRefused(parameter, call);
  }

  @Test
  void aProducerNamesTheParameter() {
    assertRefused("message", () -> producer().send(null));
    assertRefused("message", () -> producer().send(null, null));
    assertRefused("message", () -> producer().trySend(null));
    assertRefused("topic", () -> producer().send(null, "k", "v"));
    assertRefused("topic", () -> producer().partitionCount(null));
    assertRefused("timeout", () -> producer().flush(null));
    assertRefused("timeout", () -> producer().close(null));
    send(T0, "v"); // the call that was refused has closed nothing
    producer().flush(SECOND);
  }
}
