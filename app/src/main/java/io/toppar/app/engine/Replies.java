package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a calling thread waits for the engine. Stateless. */
public final class Replies {

  private Replies() {}

  /**
   * Waits for a reply, doing the engine's work itself where no other thread does.
   *
   * @throws EngineException if the call failed or the time is over
   */
  public static <T> T await(CompletableFuture<T> reply, ClientEngine engine, long deadlineNanos) {
    while (!reply.isDone()) {
      DutyRunner.Drive drive = engine.drive(deadlineNanos);
      if (drive == DutyRunner.Drive.ELSEWHERE) {
        break;
      }
      if (drive == DutyRunner.Drive.EXHAUSTED && !reply.isDone()) {
        throw timedOut();
      }
    }
    try {
      return reply.get(Math.max(0, deadlineNanos - engine.nowNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw timedOut();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(ErrorCode.LOCAL_TIMED_OUT, "interrupted while waiting");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof EngineException failure) {
        throw failure;
      }
      throw new EngineException(ErrorCode.LOCAL_FAIL, String.valueOf(e.getCause()), e.getCause());
    }
  }

  /**
   * Waits for a reply without an answer; whether it came in time. An interrupt does not end the
   * wait, and is there again after it.
   */
  static boolean awaitQuietly(
      CompletableFuture<Void> reply, ClientEngine engine, long deadlineNanos) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          await(reply, engine, deadlineNanos);
          return true;
        } catch (EngineException e) {
          if (!Thread.interrupted()) {
            return false;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static EngineException timedOut() {
    return new EngineException(ErrorCode.LOCAL_TIMED_OUT, "no answer in time");
  }
}
