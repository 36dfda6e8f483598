package io.toppar.benchmarks.writer;

import io.toppar.app.client.BatchReport;
import io.toppar.app.client.DeliveryCallback;
import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.wiring.ClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Toppar's producer. */
final class TopparWriter implements Writer {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Producer producer;
  private final String topic;
  private final boolean reportsEach;
  private final Acknowledged acknowledged = new Acknowledged();

  /**
   * Opens it.
   *
   * @param reportsEach whether each record is reported by itself, to one callback that all share;
   *     else a listener hears of batches
   */
  TopparWriter(String topic, ClientBuilder builder, boolean reportsEach) {
    this.topic = topic;
    this.reportsEach = reportsEach;
    producer =
        reportsEach ? builder.producer() : builder.deliveryListener(this::onBatch).producer();
  }

  @Override
  public Sender sender() {
    Message message = Message.to(topic);
    @Nullable DeliveryCallback callback = reportsEach ? this::onDelivery : null;
    return new Sender() {
      @Override
      public void send(byte[] value) {
        producer.send(message.value(value), callback);
      }

      @Override
      public void send(byte[] value, Runnable whenAcknowledged) {
        producer.send(
            message.value(value),
            report -> {
              if (reportsEach) {
                onDelivery(report);
              }
              if (report.isDelivered()) {
                whenAcknowledged.run();
              }
            });
      }
    };
  }

  private void onBatch(BatchReport report) {
    if (report.isDelivered()) {
      acknowledged.add(report.messageCount());
    } else {
      acknowledged.fail(new IllegalStateException(report.toString()));
    }
  }

  private void onDelivery(DeliveryReport report) {
    if (report.isDelivered()) {
      acknowledged.add(1);
    } else {
      acknowledged.fail(report.exception());
    }
  }

  @Override
  public void flush() {
    producer.flush(PATIENCE);
  }

  @Override
  public long acknowledged() {
    return acknowledged.count();
  }

  @Override
  public void close() {
    producer.close(PATIENCE);
  }
}
