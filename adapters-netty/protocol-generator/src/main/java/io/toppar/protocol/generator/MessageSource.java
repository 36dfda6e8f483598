package io.toppar.protocol.generator;

import io.toppar.protocol.generator.MessageSchema.Kind;

/** Writes the file of one message: its record, with the records of its structs nested in it. */
final class MessageSource {
  private final MessageSchema message;
  private final SourceText text = new SourceText();

  MessageSource(MessageSchema message) {
    this.message = message;
  }

  String java() {
    text.block(IMPORTS);
    String key = message.apiKey() < 0 ? "" : " (key " + message.apiKey() + ")";
    text.lines(
        "",
        "/**",
        " * {@code %s}%s, versions %s.".formatted(message.name(), key, message.versions()),
        " *",
        " * <p>Generated from Kafka's {@code "
            + message.name()
            + ".json}. Immutable as long as its",
        " * lists and arrays are left alone.",
        " */");
    StructSource body = new StructSource(message, message.body(), text);
    body.header(interfaces());
    api();
    read();
    write();
    if (message.holdsRecords(message.body())) {
      records(body);
    }
    body.builder();
    message.structs().values().forEach(struct -> new StructSource(message, struct, text).nested());
    return text.close("}").toString();
  }

  private String interfaces() {
    return message.kind() == Kind.REQUEST
        ? " implements ApiRequest<" + responseName() + ">"
        : " implements ApiMessage";
  }

  private String responseName() {
    return message.name().substring(0, message.name().length() - "Request".length()) + "Response";
  }

  private void api() {
    if (message.kind() != Kind.REQUEST) {
      return;
    }
    text.lines("@Override").open("public Api api() {");
    text.lines("return Api." + ApiSource.constant(message) + ";").close("}");
    text.lines("", "@Override");
    text.open("public " + responseName() + " readResponse(ByteBuf in, short version) {");
    text.lines("return " + responseName() + ".read(in, version);").close("}").lines("");
  }

  private void read() {
    text.lines(
        "/**",
        " * Reads the message; what follows it is left in the buffer.",
        " *",
        " * @throws MalformedMessageException if the bytes are no such message",
        " */");
    text.open("public static " + message.name() + " read(ByteBuf in, short version) {");
    checkVersion();
    new ReadSource(message, message.body(), text).statements();
    if (message.holdsRecords(message.body())) {
      text.lines(message.name() + " whole = read.build();");
      text.lines("whole.eachRecords(ByteBuf::retain);", "return whole;");
    } else {
      text.lines("return read.build();");
    }
    text.close("}").lines("");
  }

  private void write() {
    text.lines("@Override").open("public void write(ByteBuf out, short version) {");
    checkVersion();
    new WriteSource(message, message.body(), text).statements();
    text.close("}");
  }

  private void checkVersion() {
    VersionRange versions = message.versions();
    text.lines(
        "requireVersion(version, %d, %d, \"%s\");"
            .formatted(versions.low(), versions.high(), message.name()));
  }

  private void records(StructSource body) {
    text.lines("", "@Override").open("public void release() {");
    text.lines("eachRecords(ByteBuf::release);").close("}");
    body.eachRecords();
  }

  private static final String IMPORTS =
      """
      package io.toppar.netty.protocol.messages;

      import static io.toppar.netty.protocol.WireReads.*;
      import static io.toppar.netty.protocol.WireWrites.*;

      import io.netty.buffer.ByteBuf;
      import io.toppar.netty.protocol.Api;
      import io.toppar.netty.protocol.ApiMessage;
      import io.toppar.netty.protocol.ApiRequest;
      import io.toppar.netty.protocol.MalformedMessageException;
      import io.toppar.netty.protocol.TagBlock;
      import java.util.List;
      import java.util.UUID;
      import java.util.function.Consumer;
      import org.jspecify.annotations.Nullable;
      """;
}
