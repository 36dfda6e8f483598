package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.FindCoordinatorRequest;
import io.toppar.netty.protocol.messages.FindCoordinatorResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which broker coordinates a group; its address is learnt on the way. */
final class FindCoordinatorCall extends RequestCall {

  private static final byte GROUP = 0;

  /** From this version on (KIP-699) several keys are asked for at a time; here it is one. */
  private static final int MANY_KEYS = 4;

  private final String group;
  private final Brokers brokers;

  FindCoordinatorCall(
      Desk desk, Brokers brokers, BrokerRequest.FindCoordinator request, long token) {
    super(desk, Api.FIND_COORDINATOR, request, token);
    this.group = request.group();
    this.brokers = brokers;
  }

  @Override
  public void write(ByteBuf out, short version) {
    FindCoordinatorRequest.Builder request = FindCoordinatorRequest.builder().keyType(GROUP);
    if (version >= MANY_KEYS) {
      request.coordinatorKeys(List.of(group));
    } else {
      request.key(group);
    }
    request.build().write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    FindCoordinatorResponse reply = FindCoordinatorResponse.read(body, version);
    if (version < MANY_KEYS) {
      told(reply.errorCode(), reply.errorMessage(), reply.nodeId(), reply.host(), reply.port());
      return reply.throttleTimeMs();
    }
    for (FindCoordinatorResponse.Coordinator one : reply.coordinators()) {
      if (one.key().equals(group)) {
        told(one.errorCode(), one.errorMessage(), one.nodeId(), one.host(), one.port());
        return reply.throttleTimeMs();
      }
    }
    fail(ErrorCode.UNKNOWN_SERVER_ERROR, "it leaves the group out");
    return reply.throttleTimeMs();
  }

  private void told(short code, @Nullable String message, int nodeId, String host, int port) {
    ErrorCode error = ErrorCodes.of(code);
    if (error != ErrorCode.NONE) {
      fail(error, message == null || message.isBlank() ? error.describe() : message.strip());
      return;
    }
    brokers.hear(List.of(new BrokerEndpoint(nodeId, host, port, null)));
    if (brokers.withId(nodeId) == null) {
      fail(ErrorCode.COORDINATOR_NOT_AVAILABLE, "node " + nodeId + " at " + host + ":" + port);
    } else {
      complete(new BrokerOutcome.Coordinator(nodeId));
    }
  }

  private void fail(ErrorCode error, String told) {
    String oneLine = told.replace('\n', ' ');
    complete(
        new Failure(
            Kind.BROKER_ERROR,
            error,
            "asked for the coordinator of group '" + group + "' a broker answers: " + oneLine));
  }
}
