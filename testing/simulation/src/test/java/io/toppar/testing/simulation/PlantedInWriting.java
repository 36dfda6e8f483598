package io.toppar.testing.simulation;

/** The {@link PlantedBug}s that clients show that write; every build plants them. */
final class PlantedInWriting {

  static final PlantedBug[] ALL = {
    bug(
        "what is sent again is numbered anew",
        "SequenceChain",
        "    if (!batch.isNumbered()) {\n      batch.producerId = producerId;",
        "    if (!batch.isNumbered() || batch.retries > 0) {\n      batch.producerId = producerId;"),
    bug(
        "what is sent again goes behind what is newer",
        "PartitionQueue",
        "    while (behind != null && isEarlier(behind, batch)) {",
        "    while (behind != null) {"),
    bug("sequences begin anew under the old epoch", "SequenceChain", "      epoch++;\n", ""),
    bug(
        "a second batch goes behind the first that a log sees of a producer",
        "SequenceChain",
        "    return acknowledged >= 0;",
        "    return acknowledged >= -1;"),
    bug(
        "what is expired is reported twice",
        "ProduceLanes",
        "      ends.failed(batch, ErrorCode.LOCAL_MSG_TIMED_OUT, why(queue, batch), effects);",
        "      ends.failed(batch, ErrorCode.LOCAL_MSG_TIMED_OUT, why(queue, batch), effects);\n"
            + "      ends.failed(batch, ErrorCode.LOCAL_MSG_TIMED_OUT, why(queue, batch), effects);"),
    bug(
        "what is refused for its topic is reported to nobody",
        "ProduceTopics",
        "          ends.failed(queue.remove(batch), code, detail, effects);",
        "          queue.remove(batch).state = BatchState.OVER;"),
    bug(
        "the memory of what has ended is not given back",
        "SendBatch",
        "      sealed = null;\n      bytes.release();",
        "      sealed = null;"),
    bug(
        "a partition moves while its old leader has something",
        "PartitionQueue",
        "    if (sentFirst != null && sentFirst.lane != lane) {",
        "    if (sentFirst != null && sentFirst.lane == null) {"),
    bug(
        "the parts of a batch change places",
        "PartitionQueue",
        "      insert(behind, part);\n",
        "      insert(behind, part);\n      behind = part;\n"),
    bug(
        "messages overtake those that wait for metadata",
        "SendTopic",
        " || waiting.get() > 0 || named",
        " || named"),
    bug(
        "a duplicate counts as refused",
        "ProduceErrorTable",
        "      case DUPLICATE_SEQUENCE_NUMBER -> ProduceFault.DUPLICATE;",
        "      case DUPLICATE_SEQUENCE_NUMBER -> ProduceFault.REFUSED;"),
    bug(
        "what was lost on its way counts as never sent",
        "ProduceReplies",
        "        batch.maybePersisted |= maybePersisted;\n",
        ""),
    bug(
        "what was given up in flight counts as never sent",
        "ProduceTopics",
        "          batch.maybePersisted = true;\n",
        ""),
    bug(
        "a flush waits for nobody",
        "FlushBarrier",
        "        first != null && first.open == 0;",
        "        first != null && first.open >= 0;"),
  };

  private PlantedInWriting() {}

  private static PlantedBug bug(String name, String type, String sound, String broken) {
    return new PlantedBug(SeedRun.Kind.WRITING, name, type, sound, broken);
  }
}
