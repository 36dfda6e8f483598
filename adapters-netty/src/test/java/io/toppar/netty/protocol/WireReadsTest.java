package io.toppar.netty.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each primitive accepts and refuses. */
final class WireReadsTest {

  @ParameterizedTest
  @CsvSource({"00, 0", "7f, 127", "8001, 128", "ffffffff07, 2147483647", "ffffffff0f, -1"})
  void readsAndWritesVarints(String hex, int value) {
    ByteBuf out = Unpooled.buffer();
    WireWrites.writeUnsignedVarint(out, value);

    assertThat(out).isEqualTo(bytes(hex));
    assertThat(WireReads.readUnsignedVarint(bytes(hex), "f")).isEqualTo(value);
  }

  @Test
  void readsVarintsThatAreLongerThanNeeded() {
    assertThat(WireReads.readUnsignedVarint(bytes("8100"), "f")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffffffff10", "808080808000", "ffffffffffffffffff01"})
  void refusesVarintsBeyond32Bits(String hex) {
    assertThatThrownBy(() -> WireReads.readUnsignedVarint(bytes(hex), "Some.field"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("Some.field: a varint is longer than 32 bits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "ffffff"})
  void refusesVarintsThatAreCut(String hex) {
    assertThatThrownBy(() -> WireReads.readUnsignedVarint(bytes(hex), "Some.field"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("Some.field: 1 bytes are needed, 0 are left");
  }

  @ParameterizedTest
  @CsvSource({
    // int16 lengths: -2, and more than there is
    "false, fffe6162",
    "false, 00036162",
    // compact lengths: more than there is, 2^31, and 2^32 - 1
    "true, 046162",
    "true, 80808080086162",
    "true, ffffffff0f6162"
  })
  void refusesStringLengthsThatLie(boolean flexible, String hex) {
    assertThatThrownBy(() -> WireReads.readNullableString(bytes(hex), flexible, "f"))
        .isInstanceOf(MalformedMessageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "false, fffffffe00",
    "false, 7fffffff00",
    "true, ffffffff0700",
    "true, ffffffff0f00",
    "true, 03"
  })
  void refusesByteAndRecordLengthsThatLie(boolean flexible, String hex) {
    assertThatThrownBy(() -> WireReads.readNullableBytes(bytes(hex), flexible, "f"))
        .isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(() -> WireReads.readRecords(bytes(hex), flexible, "f"))
        .isInstanceOf(MalformedMessageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "false, 7fffffff0000",
    "false, fffffffe0000",
    "false, 000000020000",
    "true, ffffffff0f00"
  })
  void refusesArrayCountsThatTheBytesLeftCannotHold(boolean flexible, String hex) {
    ByteBuf in = bytes(hex);

    assertThatThrownBy(
            () ->
                WireReads.readNullableArray(
                    in, flexible, 2, "Some.list", element -> WireReads.readInt16(element, "f")))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageStartingWith("Some.list: ")
        .hasMessageContaining("elements are announced in");
  }

  @Test
  void refusesNullWhereNoneIsAllowed() {
    assertThatThrownBy(() -> WireReads.readString(bytes("ffff"), false, "Some.name"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("Some.name: null where the version allows none");
    assertThatThrownBy(() -> WireReads.readArray(bytes("00"), true, 1, "Some.list", in -> 1))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void listsItReadsCannotBeChanged() {
    var list =
        WireReads.readArray(
            bytes("0000000100000007"), false, 4, "f", in -> WireReads.readInt32(in, "f"));

    assertThat(list).containsExactly(7);
    assertThatThrownBy(() -> list.set(0, 8)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void recordsAreASliceOfTheMessageNotACopy() {
    ByteBuf in = bytes("00000002abcd");

    ByteBuf records = WireReads.readRecords(in, false, "f");
    in.setByte(5, 0xee);

    assertThat(records).isEqualTo(bytes("abee"));
    assertThat(in.refCnt()).isEqualTo(1);
  }

  @Test
  void theZeroUuidIsAbsent() {
    assertThat(WireReads.readUuid(bytes("00".repeat(16)), "f")).isSameAs(WireReads.NO_UUID);
    assertThat(WireReads.readUuid(bytes("00112233445566778899aabbccddeeff"), "f"))
        .isEqualTo(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffffffff0f", "0201010000", "010a0500", "01"})
  void refusesTagBlocksThatLie(String hex) {
    assertThatThrownBy(() -> WireReads.skipTags(bytes(hex), "Some tags"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageStartingWith("Some tags: ");
  }

  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
  }
}
