package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.OffsetResult;
import io.toppar.app.config.Configuration;
import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar query}: offsets by time, and the bounds of logs. */
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description = "Prints offsets: the first at or after a time, the end (-1), the beginning (-2).",
    footer = {
      "",
      "An offset of -1 means that there is none at or after that time.",
      "Exit status: 0 done; 1 a partition without answer; 2 wrong options."
    })
final class QueryCommand implements Callable<Integer> {

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "-t",
      required = true,
      paramLabel = "TOPIC:PARTITION:TIME",
      description = "A partition and a time in milliseconds, -1 or -2; repeatable.")
  private List<String> questions = List.of();

  private record Question(TopicPartition topicPartition, long time) {}

  @Override
  public Integer call() throws IOException {
    List<Question> asked = questions.stream().map(QueryCommand::parse).toList();
    Configuration configuration = cluster.configuration().build();
    Bytes out = new Bytes();
    List<String> failures = new ArrayList<>();
    try (Consumer consumer = Clients.consumer(configuration)) {
      List<String> names = asked.stream().map(each -> each.topicPartition().topic()).toList();
      TopicsThere there =
          new TopicsThere(
              cluster.metadata(
                  consumer::clusterMetadata, configuration, names.stream().distinct().toList()));
      for (Question question : asked) {
        String trouble = there.trouble(question.topicPartition().topic(), cluster.brokers());
        if (!trouble.isEmpty()) {
          failures.add(question.topicPartition() + ": " + trouble);
          continue;
        }
        OffsetResult answer = answer(consumer, question, configuration);
        if (answer.isOk()) {
          out.append(answer.topicPartition().topic())
              .append(" [" + answer.topicPartition().partition() + "] offset ")
              .append(answer.offset())
              .append("\n");
        } else {
          failures.add(answer.topicPartition() + ": " + answer.detail());
        }
      }
    }
    out.drainTo(Terminal.out());
    failures.forEach(failure -> Terminal.tell("toppar: " + failure));
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static OffsetResult answer(
      Consumer consumer, Question question, Configuration configuration) {
    Map<TopicPartition, Long> times = new LinkedHashMap<>();
    times.put(question.topicPartition(), question.time());
    OffsetResult answer =
        consumer
            .offsetsForTimes(times, ClusterOptions.patience(configuration))
            .get(question.topicPartition());
    if (answer == null) {
      throw CommandException.failed("no answer for " + question.topicPartition());
    }
    return answer;
  }

  /** Topics hold no colon, so the last two are the separators. */
  private static Question parse(String text) {
    int second = text.lastIndexOf(':');
    int first = second < 0 ? -1 : text.lastIndexOf(':', second - 1);
    try {
      if (first > 0) {
        int partition = Integer.parseInt(text.substring(first + 1, second));
        long time = Long.parseLong(text.substring(second + 1));
        if (partition >= 0 && time >= -2) {
          return new Question(new TopicPartition(text.substring(0, first), partition), time);
        }
      }
    } catch (NumberFormatException e) {
      // Refused below like every other text that is no question.
    }
    throw CommandException.usage(
        "-t: '" + text + "' is not TOPIC:PARTITION:TIME, such as orders:0:-1");
  }
}
