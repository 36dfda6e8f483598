package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.InitProducerIdRequest;
import io.toppar.netty.protocol.messages.InitProducerIdResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;

/** The question for a producer id (KIP-98); brokers are told which one it had, if any (KIP-360). */
final class InitProducerIdCall extends RequestCall {

  /** From here on the present id and epoch are told. */
  private static final int TELLS_PRESENT = 3;

  private final BrokerRequest.InitProducerId request;

  InitProducerIdCall(Desk desk, BrokerRequest.InitProducerId request, long token) {
    super(desk, Api.INIT_PRODUCER_ID, request, token);
    this.request = request;
  }

  @Override
  public void write(ByteBuf out, short version) {
    InitProducerIdRequest.Builder asked =
        InitProducerIdRequest.builder()
            .transactionalId(null)
            .transactionTimeoutMs(Integer.MAX_VALUE);
    if (version >= TELLS_PRESENT) {
      asked.producerId(request.producerId()).producerEpoch(request.producerEpoch());
    }
    asked.build().write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    InitProducerIdResponse reply = InitProducerIdResponse.read(body, version);
    ErrorCode error = ErrorCodes.of(reply.errorCode());
    if (error == ErrorCode.NONE) {
      complete(new BrokerOutcome.ProducerId(reply.producerId(), reply.producerEpoch()));
    } else {
      complete(
          new Failure(
              Kind.BROKER_ERROR,
              error,
              "asked for a producer id a broker answers: " + error.describe()));
    }
    return reply.throttleTimeMs();
  }
}
