package io.toppar.app.brokers;

import io.toppar.domain.FetchedPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullUnmarked;

/** A gateway that counts which broker sent how many batches of records. Safe from any thread. */
@NullUnmarked
final class FetchTally implements BrokerGateway {

  private final BrokerGateway gateway;
  private final Map<Long, Integer> asked = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> sent = new ConcurrentHashMap<>();

  FetchTally(BrokerGateway gateway) {
    this.gateway = gateway;
  }

  /** How many replies with records have come from a broker. */
  int sentBy(int broker) {
    return sent.getOrDefault(broker, 0);
  }

  @Override
  public void open(Inbox inbox) {
    gateway.open(
        completion -> {
          count(completion);
          inbox.post(completion);
        });
  }

  @Override
  public void submit(BrokerRequest request, long token) {
    asked.put(token, request.brokerId());
    gateway.submit(request, token);
  }

  @Override
  public void close(Duration timeout) {
    gateway.close(timeout);
  }

  private void count(BrokerCompletion completion) {
    Integer broker = asked.remove(completion.token());
    if (completion.outcome() instanceof BrokerOutcome.Fetched fetched) {
      for (FetchedPartition part : fetched.partitions()) {
        if (part.batches() != null) {
          sent.merge(broker, 1, Integer::sum);
        }
      }
    }
  }
}
