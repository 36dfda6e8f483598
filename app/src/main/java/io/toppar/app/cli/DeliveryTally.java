package io.toppar.app.cli;

import io.toppar.app.client.BatchReport;
import io.toppar.app.client.DeliveryListener;
import io.toppar.domain.produce.MessageStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts what became of the messages of a run. Any thread. */
final class DeliveryTally implements DeliveryListener {

  private long delivered;
  private long failed;
  private long maybeThere;
  private @Nullable BatchReport first;

  @Override
  public synchronized void onBatch(BatchReport report) {
    if (report.isDelivered()) {
      delivered += report.messageCount();
      return;
    }
    failed += report.messageCount();
    if (report.status() != MessageStatus.NOT_PERSISTED) {
      maybeThere += report.messageCount();
    }
    first = first == null ? report : first;
  }

  /** How many were not delivered and why the first was not, in one line; null if all were. */
  synchronized @Nullable String failure() {
    BatchReport cause = first;
    if (cause == null) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "%,d of %s %s not delivered%s; the first: %s",
        failed,
        Counted.grouped(failed + delivered, "message"),
        failed == 1 ? "was" : "were",
        maybeThere == 0
            ? ""
            : String.format(Locale.ROOT, " (%,d may be in the log all the same)", maybeThere),
        cause.detail());
  }
}
