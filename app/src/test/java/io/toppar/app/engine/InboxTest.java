package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InboxTest {

  private final AtomicInteger wakes = new AtomicInteger();

  private static int drain(Inbox inbox) {
    int taken = 0;
    Inbox.Task task = inbox.poll();
    while (task != null) {
      task.run(0);
      taken++;
      task = inbox.poll();
    }
    return taken;
  }

  @Test
  void aSleepingReaderIsWokenOnceForManyFacts() {
    Inbox inbox = new Inbox(10, wakes::incrementAndGet);
    assertThat(inbox.sleep()).isTrue();
    for (int i = 0; i < 100; i++) {
      inbox.post(now -> {});
    }
    assertThat(wakes).hasValue(1);
    assertThat(drain(inbox)).isEqualTo(100);
  }

  @Test
  void aReaderDoesNotSleepOverWhatHasCome() {
    Inbox inbox = new Inbox(10, wakes::incrementAndGet);
    inbox.post(now -> {});
    assertThat(inbox.sleep()).isFalse();
    assertThat(wakes).hasValue(0);
  }

  @Test
  void commandsBeyondTheLimitAreRefusedByNameAndFactsNever() {
    Inbox inbox = new Inbox(2, wakes::incrementAndGet);
    assertThat(inbox.submit(now -> {})).isEqualTo(Submission.ACCEPTED);
    assertThat(inbox.submit(now -> {})).isEqualTo(Submission.ACCEPTED);
    assertThat(inbox.submit(now -> {})).isEqualTo(Submission.BACK_PRESSURED);
    inbox.post(now -> {});
    assertThat(drain(inbox)).isEqualTo(3);
    assertThat(inbox.submit(now -> {})).isEqualTo(Submission.ACCEPTED);
    inbox.close();
    assertThat(inbox.submit(now -> {})).isEqualTo(Submission.CLOSED);
  }

  @Test
  void nothingIsLostBetweenWritersAndAReaderThatSleeps() throws Exception {
    Semaphore bell = new Semaphore(0);
    Inbox inbox = new Inbox(10, bell::release);
    int writers = 4;
    int each = 20_000;
    CountDownLatch started = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  started.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int n = 0; n < each; n++) {
                  inbox.post(now -> {});
                }
              });
      threads.add(writer);
      writer.start();
    }
    started.countDown();
    int taken = 0;
    while (taken < writers * each) {
      inbox.awake();
      taken += drain(inbox);
      if (taken < writers * each && inbox.sleep()) {
        assertThat(bell.tryAcquire(30, TimeUnit.SECONDS)).as("a wake-up was lost").isTrue();
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(taken).isEqualTo(writers * each);
  }
}
