package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whom single messages of a batch are reported to, and what that costs. */
class ReceiptsTest {

  private static final int ROOM = 100;

  private final BufferMemory memory = new BufferMemory(ROOM * Receipts.BYTES, () -> {});
  private final Receipts receipts = new Receipts();

  private void fill(int index) {
    assertThat(receipts.reserve(index, memory)).isTrue();
    receipts.set(index, "r" + index);
  }

  @Test
  void nobodyCostsNothing() {
    assertThat(receipts.areNone()).isTrue();
    assertThat(receipts.heldBytes()).isZero();
    assertThat(receipts.at(0)).isNull();
    assertThat(receipts.at(ROOM)).isNull();
  }

  @Test
  void eachIsFoundAtTheMessageItCameWithAndTheOthersHaveNone() {
    fill(1);
    fill(9);
    fill(2);

    assertThat(receipts.areNone()).isFalse();
    assertThat(receipts.at(1)).isEqualTo("r1");
    assertThat(receipts.at(2)).isEqualTo("r2");
    assertThat(receipts.at(9)).isEqualTo("r9");
    assertThat(receipts.at(0)).isNull();
    assertThat(receipts.at(3)).isNull();
    assertThat(receipts.at(ROOM)).isNull();
  }

  @Test
  void whatIsHeldIsWhatWasTaken() {
    for (int i = 0; i < 40; i++) {
      fill(i);
      assertThat(receipts.heldBytes()).isEqualTo((int) memory.usedBytes());
      assertThat(receipts.heldBytes()).isGreaterThanOrEqualTo((i + 1) * Receipts.BYTES);
    }
    for (int i = 0; i < 40; i++) {
      assertThat(receipts.at(i)).isEqualTo("r" + i);
    }
  }

  @Test
  void aPlaceThatIsThereCostsNothingMore() {
    fill(0);
    long used = memory.usedBytes();
    for (int i = 0; i < used / Receipts.BYTES; i++) {
      assertThat(receipts.reserve(i, memory)).isTrue();
    }
    assertThat(memory.usedBytes()).isEqualTo(used);
  }

  @Test
  void whereThereIsNoMemoryNothingChanges() {
    fill(0);
    memory.take(ROOM * Receipts.BYTES);
    long used = memory.usedBytes();
    int held = receipts.heldBytes();

    assertThat(receipts.reserve(ROOM, memory)).isFalse();
    assertThat(memory.usedBytes()).isEqualTo(used);
    assertThat(receipts.heldBytes()).isEqualTo(held);
    assertThat(receipts.at(0)).isEqualTo("r0");
  }

  @Test
  void aPartHasThoseOfItsMessagesAndIsChargedForThem() {
    for (int i = 0; i < 8; i++) {
      fill(i);
    }
    long used = memory.usedBytes();
    Receipts part = receipts.part(3, 2, memory);

    assertThat(part.at(0)).isEqualTo("r3");
    assertThat(part.at(1)).isEqualTo("r4");
    assertThat(part.at(2)).isNull();
    assertThat(part.heldBytes()).isEqualTo(2 * Receipts.BYTES);
    assertThat(memory.usedBytes()).isEqualTo(used + 2 * Receipts.BYTES);
    assertThat(receipts.at(3)).as("the whole keeps its own").isEqualTo("r3");
  }

  @Test
  void aPartBehindTheLastReceiptHasNone() {
    fill(0);
    long used = memory.usedBytes();
    Receipts part = receipts.part(50, 10, memory);

    assertThat(part.areNone()).isTrue();
    assertThat(part.at(0)).isNull();
    assertThat(memory.usedBytes()).isEqualTo(used);
  }

  @Test
  void oneOfAMessageThatIsChargedElsewhereIsItsOnly() {
    assertThat(Receipts.ofOne("r").at(0)).isEqualTo("r");
    assertThat(Receipts.ofOne("r").at(1)).isNull();
    assertThat(Receipts.ofOne(null).areNone()).isTrue();
  }
}
