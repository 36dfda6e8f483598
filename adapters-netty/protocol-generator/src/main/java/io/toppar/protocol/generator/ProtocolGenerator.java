package io.toppar.protocol.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The program: a folder of schemas in, a folder of Java sources out. */
public final class ProtocolGenerator {
  private final Path schemas;
  private final OutputFolder output;

  private ProtocolGenerator(Path schemas, OutputFolder output) {
    this.schemas = schemas;
    this.output = output;
  }

  /**
   * Generates all codecs.
   *
   * @param args the folder with Kafka's {@code *.json} schemas, and the root of the sources
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("usage: ProtocolGenerator SCHEMAS OUTPUT");
    }
    new ProtocolGenerator(Path.of(args[0]), new OutputFolder(Path.of(args[1]))).generate();
  }

  private void generate() throws IOException {
    List<MessageSchema> requests = new ArrayList<>();
    for (SpokenApi api : SpokenApi.ALL) {
      MessageSchema request = pruned(api.name() + "Request", api.versions());
      requests.add(request);
      message(request);
      // An unstable newest version is marked in the request's schema only.
      message(pruned(api.name() + "Response", request.versions()));
    }
    for (String header : List.of("RequestHeader", "ResponseHeader")) {
      message(pruned(header, new VersionRange(0, Short.MAX_VALUE)));
    }
    requests.sort(Comparator.comparingInt(MessageSchema::apiKey));
    ApiSource apis = new ApiSource(requests);
    output.write(PROTOCOL, "Api", apis.apiEnum());
    output.write(MESSAGES, "Messages", apis.messages());
    output.deleteOthers();
  }

  private MessageSchema pruned(String name, VersionRange spoken) throws IOException {
    String source = name + ".json";
    String text = Files.readString(schemas.resolve(source));
    return Pruning.prune(SchemaParser.parse(source, text), spoken);
  }

  private void message(MessageSchema message) throws IOException {
    output.write(MESSAGES, message.name(), new MessageSource(message).java());
  }

  private static final String PROTOCOL = "io.toppar.netty.protocol";
  private static final String MESSAGES = PROTOCOL + ".messages";
}
