package io.toppar.netty.connection;

import java.nio.charset.StandardCharsets;

/** Words for an answer that is not Kafka's, from its first four bytes. */
final class PeerBytes {

  private static final int TLS_ALERT = 0x15;
  private static final int TLS_HANDSHAKE = 0x16;

  private PeerBytes() {}

  /** Describes a length prefix that cannot be one. */
  static String describe(int head, int limit) {
    if (head >= 0 && head < Integer.BYTES) {
      return "a reply of " + head + " bytes has no room for the number of its request";
    }
    if (head >= 0 && !isText(head) && !isTls(head)) {
      return String.format(
          "a reply of %,d bytes passes the limit of %,d; if it is genuine, raise"
              + " receive.message.max.bytes",
          head, limit);
    }
    return String.format(
        "this port does not speak Kafka's protocol (its answer starts with 0x%08x%s); %s",
        head, text(head), advice(head));
  }

  private static String advice(int head) {
    if (isTls(head)) {
      return "it looks like a TLS port: use the broker's plaintext port";
    }
    return head == 0x48545450
        ? "it looks like a web server: check the port"
        : "check the address, and whether the port expects TLS";
  }

  private static boolean isTls(int head) {
    int type = head >>> 24;
    return (type == TLS_ALERT || type == TLS_HANDSHAKE) && ((head >>> 16) & 0xff) == 3;
  }

  private static boolean isText(int head) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      int one = (head >>> shift) & 0xff;
      if (one < ' ' || one > '~') {
        return false;
      }
    }
    return true;
  }

  private static String text(int head) {
    if (!isText(head)) {
      return "";
    }
    byte[] bytes = {(byte) (head >>> 24), (byte) (head >>> 16), (byte) (head >>> 8), (byte) head};
    return " \"" + new String(bytes, StandardCharsets.US_ASCII) + "\"";
  }
}
