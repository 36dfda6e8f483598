package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.records.BatchWalker;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;

/** A Fetch within the session of its broker. */
final class FetchCall extends RequestCall {

  /** The newest version that names topics by name. */
  private static final int NEWEST_BY_NAME = 12;

  private final BrokerRequest.Fetch request;
  private final Brokers brokers;
  private final FetchSession session;
  private final BatchWalker walker;
  private boolean written;

  FetchCall(
      Desk desk,
      Brokers brokers,
      FetchSession session,
      BatchWalker walker,
      BrokerRequest.Fetch request,
      long token) {
    super(desk, Api.FETCH, request, token);
    this.request = request;
    this.brokers = brokers;
    this.session = session;
    this.walker = walker;
    session.accept(request);
  }

  @Override
  public int highestVersion() {
    return session.idsKnown() ? super.highestVersion() : NEWEST_BY_NAME;
  }

  @Override
  public void write(ByteBuf out, short version) {
    if (written) {
      session.restart();
    }
    written = true;
    session.writing(FetchWriter.byId(version));
    FetchWriter.write(out, version, request, session);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    FetchReply reply =
        new FetchReply(
            frame, body.readerIndex(), version, session, request.isolationLevel(), walker);
    reply.read();
    if (reply.error() == ErrorCode.NONE) {
      session.answered(reply.sessionId());
      brokers.hear(reply.endpoints());
      complete(new BrokerOutcome.Fetched(reply.partitions(), frame));
    } else {
      reply.release();
      refused(reply.error());
    }
    return reply.throttleMillis();
  }

  @Override
  void onUnanswered() {
    session.lost();
  }

  private void refused(ErrorCode error) {
    boolean sessionLost =
        switch (error) {
          case FETCH_SESSION_ID_NOT_FOUND,
              INVALID_FETCH_SESSION_EPOCH,
              FETCH_SESSION_TOPIC_ID_ERROR ->
              true;
          default -> false;
        };
    complete(
        new Failure(
            sessionLost ? Kind.SESSION_LOST : Kind.BROKER_ERROR,
            error,
            "broker " + brokerId() + " answers Fetch with " + error));
    if (error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND) {
      session.unknown();
    }
  }
}
