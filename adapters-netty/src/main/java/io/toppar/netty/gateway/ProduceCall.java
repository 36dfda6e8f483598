package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.records.WrittenBatch;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An append of batches at their leader. It goes over a connection once: whether a broken one has
 * carried it is unknown, and what to do about that is its sender's business.
 */
final class ProduceCall extends RequestCall {

  private final BrokerRequest.Produce request;
  private final Brokers brokers;
  private @Nullable ProduceWriter writer;
  private boolean sent;

  ProduceCall(Desk desk, Brokers brokers, BrokerRequest.Produce request, long token) {
    super(desk, Api.PRODUCE, request, token);
    this.request = request;
    this.brokers = brokers;
    for (ProducePart part : request.parts()) {
      if (!(part.batch() instanceof WrittenBatch)) {
        throw new IllegalArgumentException(part.batch() + " is not a batch of this gateway");
      }
    }
  }

  @Override
  public int highestVersion() {
    return ProduceWriter.highestVersion(request.parts(), super.highestVersion());
  }

  @Override
  public void write(ByteBuf out, short version) {
    ProduceWriter whole = new ProduceWriter(out, version);
    try {
      whole.write(request);
    } catch (RuntimeException unwritable) {
      whole.takeBack();
      throw unwritable;
    }
    writer = whole;
  }

  @Override
  public ByteBuf gathered(ByteBuf written) {
    sent = true;
    return Objects.requireNonNull(writer).gathered();
  }

  @Override
  public boolean gathers() {
    return true;
  }

  @Override
  public boolean answered() {
    return request.acks() != 0;
  }

  @Override
  public boolean repeatable() {
    return false;
  }

  @Override
  public void leftSocket(boolean whole) {
    Objects.requireNonNull(writer).takeBack();
    if (whole && !answered()) {
      complete(new BrokerOutcome.Produced(ProduceReply.unknown(request.parts())));
    }
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    ProduceReply reply = ProduceReply.read(body, version, request.parts());
    brokers.hear(reply.endpoints());
    complete(new BrokerOutcome.Produced(reply.partitions()));
    return reply.throttleMillis();
  }

  @Override
  boolean writes() {
    return sent;
  }
}
