package io.toppar.netty.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.toppar.netty.protocol.messages.FetchRequest;
import io.toppar.netty.protocol.messages.FetchRequest.FetchPartition;
import io.toppar.netty.protocol.messages.FetchRequest.FetchTopic;
import io.toppar.netty.protocol.messages.FetchResponse;
import io.toppar.netty.protocol.messages.FetchResponse.FetchableTopicResponse;
import io.toppar.netty.protocol.messages.FetchResponse.PartitionData;
import io.toppar.netty.protocol.messages.Messages;
import io.toppar.netty.protocol.messages.MetadataRequest;
import io.toppar.netty.protocol.messages.OffsetForLeaderEpochRequest;
import io.toppar.netty.protocol.messages.RequestHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How generated messages are used: built, written, read and released. */
final class MessagesTest {

  @Test
  void theClientIdKeepsItsOldLengthInTheFlexibleHeader() {
    RequestHeader header =
        RequestHeader.builder()
            .requestApiKey(Api.API_VERSIONS.key())
            .requestApiVersion((short) 3)
            .correlationId(7)
            .clientId("me")
            .build();

    assertThat(hex(header, 1)).isEqualTo("00120003" + "00000007" + "00026d65");
    assertThat(hex(header, 2)).isEqualTo("00120003" + "00000007" + "00026d65" + "00");
  }

  @Test
  void aRequestKnowsItsCallAndReadsItsResponse() {
    ApiRequest<FetchResponse> request = FetchRequest.builder().maxWaitMs(500).build();
    short version = Api.FETCH.ceiling();
    ByteBuf answer = Unpooled.buffer();
    FetchResponse.builder().sessionId(9).build().write(answer, version);

    assertThat(request.api()).isSameAs(Api.FETCH);
    assertThat(request.readResponse(answer, version).sessionId()).isEqualTo(9);
  }

  @Test
  void whatIsNotNamedHasItsDefault() {
    FetchPartition partition = FetchPartition.builder().partition(3).fetchOffset(42).build();

    assertThat(partition.currentLeaderEpoch()).isEqualTo(-1);
    assertThat(partition.lastFetchedEpoch()).isEqualTo(-1);
    assertThat(partition.highWatermark()).isEqualTo(Long.MAX_VALUE);
    assertThat(MetadataRequest.builder().build().topics()).isEmpty();
  }

  /** The schema's default is a debugging consumer; a client has to say -1 itself. */
  @Test
  void offsetForLeaderEpochDefaultsToADebuggingReplica() {
    assertThat(OffsetForLeaderEpochRequest.builder().build().replicaId()).isEqualTo(-2);
  }

  @Test
  void aValueThatAnOlderVersionWouldLoseIsRefused() {
    FetchRequest request =
        FetchRequest.builder()
            .topics(
                List.of(
                    FetchTopic.builder()
                        .topic("t")
                        .partitions(List.of(FetchPartition.builder().lastFetchedEpoch(5).build()))
                        .build()))
            .build();

    assertThatThrownBy(() -> hex(request, 11))
        .isInstanceOf(UnwritableFieldException.class)
        .hasMessage(
            "FetchRequest.FetchPartition.lastFetchedEpoch:"
                + " a value other than its default does not exist at version 11");
    assertThat(hex(request, 12)).isNotEmpty();
  }

  @Test
  void aVersionThatWeDoNotSpeakIsRefusedWhateverTheBytes() {
    ByteBuf empty = Unpooled.EMPTY_BUFFER;

    assertThatThrownBy(() -> Messages.readRequest(Api.FETCH, empty, (short) 9))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("FetchRequest has versions 10 to 18, not 9");
    assertThatThrownBy(() -> hex(FetchRequest.builder().build(), 19))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordDataKeepsTheFrameUntilReleased() {
    ByteBuf frame = fetchResponse();
    FetchResponse response = FetchResponse.read(frame, (short) 11);
    frame.release();

    assertThat(frame.refCnt()).isEqualTo(2);
    assertThat(response.responses().get(0).partitions().get(1).records())
        .isEqualTo(Unpooled.wrappedBuffer(new byte[] {3, 4, 5}));

    response.release();
    assertThat(frame.refCnt()).isZero();
  }

  @Test
  void aMalformedRestLeavesNoReferenceBehind() {
    ByteBuf frame = fetchResponse();
    frame.writerIndex(frame.writerIndex() - 1);

    assertThatThrownBy(() -> FetchResponse.read(frame, (short) 11))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("FetchResponse.PartitionData.records: 3 bytes are needed, 2 are left");
    assertThat(frame.refCnt()).isEqualTo(1);
  }

  private static ByteBuf fetchResponse() {
    PartitionData one = data(new byte[] {1, 2});
    PartitionData two = data(new byte[] {3, 4, 5});
    FetchableTopicResponse topic =
        FetchableTopicResponse.builder().topic("t").partitions(List.of(one, two)).build();
    ByteBuf frame = Unpooled.buffer();
    FetchResponse.builder().responses(List.of(topic)).build().write(frame, (short) 11);
    return frame;
  }

  private static PartitionData data(byte[] records) {
    return PartitionData.builder().records(Unpooled.wrappedBuffer(records)).build();
  }

  private static String hex(ApiMessage message, int version) {
    ByteBuf out = Unpooled.buffer();
    message.write(out, (short) version);
    return ByteBufUtil.hexDump(out);
  }
}
