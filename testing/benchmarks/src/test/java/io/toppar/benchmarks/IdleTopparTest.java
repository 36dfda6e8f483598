package io.toppar.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.toppar.domain.FetchState;
import io.toppar.domain.Toppar;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The size that 100,000 partitions are budgeted with. */
class IdleTopparTest {

  private static final int TOPPARS = 20_000;
  private static final long MOST_BYTES = 400;

  @Test
  void anIdleTopparTakesAtMost400Bytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    IdleToppar idle = new IdleToppar();
    Toppar[] kept = new Toppar[TOPPARS];
    kept[0] = idle.make();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < TOPPARS; i++) {
      kept[i] = idle.make();
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / TOPPARS;

    assertThat(kept).allMatch(toppar -> toppar.state() == FetchState.ACTIVE);
    assertThat(each).as("bytes allocated for each").isBetween(1L, MOST_BYTES);
  }
}
