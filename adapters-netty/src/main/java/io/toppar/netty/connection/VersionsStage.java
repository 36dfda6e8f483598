package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ApiVersionsRequest;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import io.toppar.ports.BrokerOutcome.Kind;
import java.util.List;

/**
 * Asks the broker what it takes. Opens with the newest version we know; a broker too old for that
 * answers UNSUPPORTED_VERSION in the layout of version 0, with its own range if it is kind, and is
 * asked once more at its newest, or at 0 (KIP-35, KIP-511).
 */
final class VersionsStage implements Stage {

  private boolean retried;

  @Override
  public String activity() {
    return "asking for its versions";
  }

  @Override
  public void begin(Opening opening) {
    boolean floor = opening.settings().floorVersions();
    ask(opening, floor ? Api.API_VERSIONS.floor() : Api.API_VERSIONS.ceiling());
  }

  private void ask(Opening opening, short version) {
    opening.send(new Question(opening), version);
  }

  private void onUnsupported(Opening opening, ApiVersionsResponse told, short version) {
    int newest = newestTold(told.apiKeys());
    if (retried) {
      opening.failed(
          new Failure(
              Kind.UNSUPPORTED,
              ErrorCode.UNSUPPORTED_VERSION,
              "the broker refuses ApiVersions in version " + version + " too"));
      return;
    }
    retried = true;
    ask(opening, (short) (newest >= 0 && newest < version ? newest : 0));
  }

  private void onVersions(Opening opening, ApiVersionsResponse told) {
    if (told.errorCode() != 0) {
      opening.failed(
          Failure.of(
              Kind.BROKER_ERROR, "the broker answers ApiVersions with error " + told.errorCode()));
      return;
    }
    opening.versions(new BrokerVersions(told.apiKeys()));
    opening.passed();
  }

  private static int newestTold(List<ApiVersionsResponse.ApiVersion> ranges) {
    for (ApiVersionsResponse.ApiVersion range : ranges) {
      if (range.apiKey() == Api.API_VERSIONS.key()) {
        return range.maxVersion();
      }
    }
    return -1;
  }

  /** One ApiVersions request; its failure is the connection's. */
  private final class Question extends Call {

    private final Opening opening;

    Question(Opening opening) {
      super(Api.API_VERSIONS, Long.MAX_VALUE);
      this.opening = opening;
    }

    @Override
    public void write(ByteBuf out, short version) {
      ApiVersionsRequest.builder()
          .clientSoftwareName(opening.settings().softwareName())
          .clientSoftwareVersion(opening.settings().softwareVersion())
          .build()
          .write(out, version);
    }

    @Override
    public int read(Frame frame, ByteBuf body, short version) {
      end();
      boolean refused =
          body.readableBytes() >= Short.BYTES
              && body.getShort(body.readerIndex()) == ErrorCode.UNSUPPORTED_VERSION.code();
      ApiVersionsResponse told = ApiVersionsResponse.read(body, refused ? (short) 0 : version);
      if (refused) {
        onUnsupported(opening, told, version);
      } else {
        onVersions(opening, told);
      }
      return 0;
    }

    @Override
    public void failed(Failure failure) {
      end();
    }
  }
}
