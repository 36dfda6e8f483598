package io.toppar.app.client;

import io.toppar.app.engine.BatchEnd;
import io.toppar.app.engine.BatchEnds;
import io.toppar.app.engine.CallbackQueue;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.ProduceFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the application what became of its messages, in the order in which they ended, which is
 * their order in each partition. What nobody asked for costs nothing.
 */
public final class Reporting implements BatchEnds {

  private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);

  private final @Nullable DeliveryListener listener;
  private final CallbackQueue callbacks;

  /** Reports to this listener, or null for none, and to callbacks, all in this queue. */
  public Reporting(@Nullable DeliveryListener listener, CallbackQueue callbacks) {
    this.listener = listener;
    this.callbacks = callbacks;
  }

  @Override
  public void ended(BatchEnd end) {
    if (listener == null && !end.hasReceipts()) {
      end.reported();
    } else {
      callbacks.execute(() -> tell(end));
    }
  }

  private void tell(BatchEnd end) {
    try {
      if (listener != null) {
        tellBatch(listener, end);
      }
      int receipts = end.hasReceipts() ? end.messageCount() : 0;
      for (int i = 0; i < receipts; i++) {
        if (end.receipt(i) instanceof DeliveryCallback callback) {
          tellOne(callback, report(end, i));
        }
      }
    } finally {
      end.reported();
    }
  }

  private static void tellBatch(DeliveryListener listener, BatchEnd end) {
    try {
      listener.onBatch(report(end));
    } catch (Throwable e) {
      goOn(e);
    }
  }

  private static void tellOne(DeliveryCallback callback, DeliveryReport report) {
    try {
      callback.onDelivery(report);
    } catch (Throwable e) {
      goOn(e);
    }
  }

  /** Anything at all, for an assertion that fails must not cost others their reports, either. */
  private static void goOn(Throwable failure) {
    LOG.error("a delivery callback failed; the others are called all the same", failure);
  }

  private static BatchReport report(BatchEnd end) {
    ProduceFailure failure = end.failure();
    return new BatchReport(
        end.topicPartition(),
        end.messageCount(),
        end.baseOffset(),
        end.logAppendTimeMillis(),
        end.status(),
        failure == null ? ErrorCode.NONE : failure.code(),
        failure == null ? "" : failure.detail(),
        failure == null ? List.of() : failure.culprits());
  }

  private static DeliveryReport report(BatchEnd end, int index) {
    ProduceFailure failure = end.failure();
    ErrorCode code = failure == null ? ErrorCode.NONE : code(failure, index);
    return new DeliveryReport(
        end.topicPartition(),
        end.baseOffset() < 0 ? -1 : end.baseOffset() + index,
        end.logAppendTimeMillis(),
        end.status(),
        code,
        failure == null ? "" : detail(failure, code));
  }

  /** Who is not to blame reads that first, then what the batch was refused for. */
  private static String detail(ProduceFailure failure, ErrorCode code) {
    return code == failure.code() ? failure.detail() : code.describe() + ": " + failure.detail();
  }

  /** Of a batch that was refused for some of its messages, the others are not to blame. */
  private static ErrorCode code(ProduceFailure failure, int index) {
    boolean toBlame =
        failure.culprits().isEmpty()
            || failure.culprits().stream().anyMatch(culprit -> culprit.index() == index);
    return toBlame ? failure.code() : ErrorCode.LOCAL_INVALID_DIFFERENT_RECORD;
  }
}
