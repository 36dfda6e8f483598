package io.toppar.app.client;

import static io.toppar.app.client.JsonFields.number;
import static io.toppar.app.client.JsonFields.text;

import io.toppar.app.client.JsonFields.Field;
import io.toppar.domain.BrokerEndpoint;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** A broker in the JSON of statistics, as every client has it. Stateless. */
final class BrokerJson {

  static final List<Field<BrokerStatistics>> FIELDS =
      List.of(
          text("name", BrokerJson::name),
          number("nodeid", BrokerStatistics::id),
          text("nodename", BrokerJson::address),
          text("source", broker -> broker.id() < 0 ? "logical" : "learned"),
          number("tx", BrokerStatistics::requests),
          number("txidle", BrokerStatistics::sinceRequestMicros),
          number("rx", BrokerStatistics::replies),
          number("rxidle", BrokerStatistics::sinceReplyMicros),
          number("req_timeouts", BrokerStatistics::requestsTimedOut),
          number("requests_in_flight", BrokerStatistics::requestsInFlight));

  private BrokerJson() {}

  static String name(BrokerStatistics broker) {
    return broker.id() < 0 ? "any" : address(broker) + "/" + broker.id();
  }

  private static String address(BrokerStatistics broker) {
    BrokerEndpoint endpoint = broker.endpoint();
    if (endpoint == null) {
      return "";
    }
    String host = endpoint.host();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoint.port();
  }

  static long sum(Collection<BrokerStatistics> brokers, ToLongFunction<BrokerStatistics> figure) {
    return brokers.stream().mapToLong(figure).sum();
  }
}
