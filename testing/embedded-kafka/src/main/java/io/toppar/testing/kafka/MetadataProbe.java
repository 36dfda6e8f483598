package io.toppar.testing.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * One Metadata request to one particular node, to learn what that node believes. Kafka's own
 * clients choose the node themselves, so they cannot tell when the last one has heard of a change.
 */
final class MetadataProbe {
  private static final short VERSION = 12;
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int MAX_REPLY_BYTES = 64 << 20;

  private MetadataProbe() {}

  /** The node's view of the cluster and of the named topics; empty if it does not answer. */
  static Optional<MetadataResponse> ask(NodeLayout node, List<String> topics) {
    try (Socket socket = new Socket()) {
      socket.connect(NodeLayout.local(node.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      return Optional.of(exchange(socket, topics));
    } catch (IOException silent) {
      return Optional.empty();
    }
  }

  private static MetadataResponse exchange(Socket socket, List<String> topics) throws IOException {
    MetadataRequest request = new MetadataRequest.Builder(topics, false).build(VERSION);
    RequestHeader header = new RequestHeader(ApiKeys.METADATA, VERSION, "toppar-probe", 1);
    ByteBuffer frame = request.serializeWithHeader(header);
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    byte[] sized = ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    out.write(sized);
    out.flush();
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = in.readInt();
    if (length < 0 || length > MAX_REPLY_BYTES) {
      throw new IOException("reply of " + length + " bytes");
    }
    byte[] reply = in.readNBytes(length);
    return (MetadataResponse) AbstractResponse.parseResponse(ByteBuffer.wrap(reply), header);
  }
}
