package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.netty.connection.Call;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;

/** The goodbye to a fetch session, so that the broker need not keep its slot; best effort. */
final class FinalFetch extends Call {

  private final int sessionId;
  private final Runnable over;

  FinalFetch(int sessionId, Runnable over) {
    super(Api.FETCH, Long.MAX_VALUE);
    this.sessionId = sessionId;
    this.over = over;
  }

  @Override
  public void write(ByteBuf out, short version) {
    FetchWriter.writeFinal(out, version, sessionId);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    end();
    over.run();
    return 0;
  }

  @Override
  public void failed(Failure failure) {
    end();
    over.run();
  }
}
