package io.toppar.protocol.generator;

import java.util.List;
import java.util.Locale;

/** Writes the enum of APIs and the class that reads a message by its API. */
final class ApiSource {
  private final List<MessageSchema> requests;

  /** The requests in the order of their keys. */
  ApiSource(List<MessageSchema> requests) {
    this.requests = requests;
  }

  /** {@code OffsetForLeaderEpochRequest} as {@code OFFSET_FOR_LEADER_EPOCH}. */
  static String constant(MessageSchema request) {
    return stem(request).replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  private static String stem(MessageSchema request) {
    return request.name().substring(0, request.name().length() - "Request".length());
  }

  String apiEnum() {
    SourceText text = new SourceText();
    text.block(ENUM_HEAD).deeper();
    for (MessageSchema request : requests) {
      VersionRange flexible = request.flexible();
      text.lines(
          "%s(%d, %d, %d, %s),"
              .formatted(
                  constant(request),
                  request.apiKey(),
                  request.versions().low(),
                  request.versions().high(),
                  flexible.isEmpty() ? "Short.MAX_VALUE" : Integer.toString(flexible.low())));
    }
    text.lines(";");
    return text.lines("").block(ENUM_BODY).close("}").toString();
  }

  String messages() {
    SourceText text = new SourceText();
    text.block(MESSAGES_HEAD).deeper();
    reader(text, "Request");
    reader(text, "Response");
    return text.lines("private Messages() {}").close("}").toString();
  }

  private void reader(SourceText text, String kind) {
    text.lines(
        "/**",
        " * Reads the body of a " + kind.toLowerCase(Locale.ROOT) + ".",
        " *",
        " * @throws MalformedMessageException if the bytes are no such message",
        " */");
    text.open("public static ApiMessage read" + kind + "(Api api, ByteBuf in, short version) {");
    text.open("return switch (api) {");
    for (MessageSchema request : requests) {
      text.lines(
          "case " + constant(request) + " -> " + stem(request) + kind + ".read(in, version);");
    }
    text.close("};").close("}").lines("");
  }

  private static final String ENUM_HEAD =
      """
      package io.toppar.netty.protocol;

      import org.jspecify.annotations.Nullable;

      /**
       * The calls we speak: key, versions and headers of each, in the order of their keys.
       *
       * <p>Generated from Kafka's message schemas. The floor is the oldest version we write, the
       * ceiling the newest that Kafka has released.
       */
      public enum Api {
      """;

  private static final String ENUM_BODY =
      """
      private final short key;
      private final short floor;
      private final short ceiling;
      private final short flexibleFrom;

      Api(int key, int floor, int ceiling, int flexibleFrom) {
        this.key = (short) key;
        this.floor = (short) floor;
        this.ceiling = (short) ceiling;
        this.flexibleFrom = (short) flexibleFrom;
      }

      /** The call with this key, or null if it is none of ours. */
      public static @Nullable Api withKey(int key) {
        for (Api api : values()) {
          if (api.key == key) {
            return api;
          }
        }
        return null;
      }

      /** The key that opens a request's header. */
      public short key() {
        return key;
      }

      /** The oldest version we speak. */
      public short floor() {
        return floor;
      }

      /** The newest version we speak. */
      public short ceiling() {
        return ceiling;
      }

      /** Whether lengths are compact and structs end with tags at this version. */
      public boolean isFlexible(short version) {
        return version >= flexibleFrom;
      }

      /** The version of the header before a request of this version. */
      public short requestHeaderVersion(short version) {
        return (short) (isFlexible(version) ? 2 : 1);
      }

      /**
       * The version of the header before a response of this version.
       *
       * <p>Always 0 before an ApiVersions response: whoever asks cannot know yet what is understood.
       */
      public short responseHeaderVersion(short version) {
        return (short) (this != API_VERSIONS && isFlexible(version) ? 1 : 0);
      }
      """;

  private static final String MESSAGES_HEAD =
      """
      package io.toppar.netty.protocol.messages;

      import io.netty.buffer.ByteBuf;
      import io.toppar.netty.protocol.Api;
      import io.toppar.netty.protocol.ApiMessage;
      import io.toppar.netty.protocol.MalformedMessageException;

      /** Reads messages of which only the API is known. Generated with them. */
      public final class Messages {
      """;
}
