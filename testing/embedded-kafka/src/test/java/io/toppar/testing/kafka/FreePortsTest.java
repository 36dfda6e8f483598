package io.toppar.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void allPortsAreOfOneBlockWhichThisJvmHolds() {
    List<Integer> ports = new ArrayList<>();
    for (int cluster = 0; cluster < 10; cluster++) {
      ports.addAll(FreePorts.pick(6));
    }

    int block = ports.get(0) / FreePorts.BLOCK * FreePorts.BLOCK;
    assertThat(ports).allMatch(port -> port > block && port < block + FreePorts.BLOCK);
    assertThat(FreePorts.isFree(block)).as("what claims the block").isFalse();
  }

  @Test
  void portsOfOneCallAreDifferentAndFree() {
    List<Integer> ports = FreePorts.pick(30);

    assertThat(ports).doesNotHaveDuplicates().hasSize(30).allMatch(FreePorts::isFree);
  }
}
