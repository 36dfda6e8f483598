package io.toppar.testing.simulation;

/**
 * A mistake to be made in a machine, or in what drives it, as an exact change of its source.
 *
 * @param kind what the clients do that show it
 * @param name what is wrong with it, as in docs/testing.md
 * @param type the class
 * @param sound what stands there, exactly once
 * @param broken what is put in its place
 */
record PlantedBug(SeedRun.Kind kind, String name, String type, String sound, String broken) {

  /** One that clients show that read. */
  PlantedBug(String name, String type, String sound, String broken) {
    this(SeedRun.Kind.READING, name, type, sound, broken);
  }

  /** Those that every build plants: each is found within some hundred seeds. */
  static final PlantedBug[] USUAL = {
    new PlantedBug(
        "a reply from before a jump is taken",
        "Toppar",
        "return version == this.version && now().takesRecords() && !isMigrating();",
        "return now().takesRecords();"),
    new PlantedBug(
        "records of a dropped reply are not released",
        "Toppar",
        "      effects.release(this, batches);",
        ""),
    new PlantedBug(
        "the position goes to the high watermark",
        "FetchFlow",
        "    fetchOffset = batches.nextOffset();",
        "    fetchOffset = Math.max(highWatermark, batches.nextOffset());"),
    new PlantedBug(
        "a seek raises no barrier",
        "Positioning",
        "    toppar.raiseVersion(effects);\n    wantLeader(effects);\n    goTo(offset, leaderEpoch,"
            + " nowNanos, effects);\n    return CommandResult.OK;\n  }\n\n  CommandResult end(",
        "    wantLeader(effects);\n    goTo(offset, leaderEpoch, nowNanos, effects);\n"
            + "    return CommandResult.OK;\n  }\n\n  CommandResult end("),
    new PlantedBug(
        "the answer to an earlier look-up is taken",
        "Positioning",
        "request != NO_REQUEST && request == openRequest",
        "openRequest != NO_REQUEST"),
    new PlantedBug(
        "the policy earliest leads to the end",
        "OffsetWaitState",
        "case EARLIEST -> machine.arrive(position, search.start(), verdict, nowNanos, effects);",
        "case EARLIEST -> machine.arrive(position, search.end(), verdict, nowNanos, effects);"),
    new PlantedBug(
        "a paused partition is fetched",
        "FetchFlow",
        "if (toppar.paused()) {",
        "if (toppar.paused() && fetchOffset < 0) {"),
    new PlantedBug("a lost session is not listed again", "LaneSession", "    isNew = true;\n", ""),
    new PlantedBug(
        "what was fetched is committed, not what was processed",
        "CommitTrack",
        "effects.commit(toppar, stored,",
        "effects.commit(toppar, Math.max(stored, toppar.fetchOffset()),"),
    new PlantedBug(
        "a truncation raises no barrier",
        "Positioning",
        "      toppar.raiseVersion(effects);\n      toppar.commits().allowLower();",
        "      toppar.commits().allowLower();"),
    new PlantedBug(
        "the back-off of a broker never ends",
        "LaneBackoff",
        "      until = Deadlines.NONE;\n",
        ""),
    new PlantedBug(
        "what is released of an old version is stored",
        "Toppar",
        "boolean present = version == this.version && now().takesAcknowledgements();",
        "boolean present = now().takesAcknowledgements();"),
    new PlantedBug(
        "a stop commits nothing",
        "CommitTrack",
        "    if (isDue() && !lastOneSent) {",
        "    if (isDue() && lastOneSent) {"),
    new PlantedBug(
        "the end is told three records early",
        "FetchReplies",
        "if (flow.fetchOffset() >= flow.end()) {",
        "if (flow.fetchOffset() >= flow.end() - 3) {"),
    new PlantedBug(
        "a broker is not told to forget a partition",
        "LaneSession",
        "          forgotten.add(topicPartition);",
        "          wanted += 0;"),
    new PlantedBug(
        "memory is lent beyond the limit",
        "FetchBudget",
        "if (available < leastBytes && usedBytes > 0) {",
        "if (available < leastBytes && usedBytes < 0) {"),
    new PlantedBug(
        "a truncation does not move the position",
        "Positioning",
        "      flow.moveTo(position, -1);\n",
        ""),
    new PlantedBug(
        "a commit that is tried again replaces what came meanwhile",
        "CommitQueue",
        "    next.failures = head.failures;",
        "    next.position = head.position;\n    next.failures = head.failures;"),
    new PlantedBug(
        "the answer for one partition is taken for all",
        "CommitMachine",
        "landing.steps().get(i), null, errors.get(i)",
        "landing.steps().get(i), null, errors.get(0)"),
    new PlantedBug(
        "what is stored meanwhile counts as committed",
        "CommitFlight",
        "      step.inFlight = true;\n",
        ""),
    new PlantedBug(
        "an operation at the coordinator has no end",
        "CommitEnds",
        "while (Deadlines.reached(tickets.deadline(), nowNanos)) {",
        "while (tickets.open() < 0) {"),
    new PlantedBug(
        "a coordinator that is none is asked again",
        "CoordinatorLookup",
        "      brokerId = NOBODY;\n      note(error, why);",
        "      note(error, why);"),
    new PlantedBug(
        "the coordinator is looked up once", "CoordinatorLookup", "    inFlight = false;\n", ""),
    new PlantedBug(
        "a store ends before it is made",
        "BrokerOffsetStore",
        "duty.store(key, offset, token)",
        "duty.await(token, new StoreOutcome.Stored())"),
    new PlantedBug(
        "a commit without an answer counts as done",
        "GroupOffsets",
        "machine.onCommitFailed(BrokerCalls.code(failed), failed.detail(), now, this);",
        "machine.onCommitted(java.util.Collections.nCopies(offsets.size(), ErrorCode.NONE), now,"
            + " this);"),
    new PlantedBug(
        "the last record that is not acknowledged is not waited for",
        "OpenRecords",
        "    if (open == 0) {\n      return readTo;",
        "    if (open <= 1) {\n      return readTo;"),
    new PlantedBug(
        "a seek forgets what is unfinished before it",
        "Outstanding",
        "Math.min(delivery.comesAgainFrom, position);",
        "0;"),
    new PlantedBug(
        "what is acknowledged late holds nothing back",
        "Outstanding",
        "while (first != null && first.isOver()) {",
        "while (first != null && (first.isOver() || first.counted)) {"),
  };

  /** Those that only a soak plants: they take many seeds. */
  static final PlantedBug[] MORE = {
    new PlantedBug(
        "the application counts as served at delivery",
        "FetchFlow",
        "    fetchOffset = batches.nextOffset();",
        "    fetchOffset = batches.nextOffset();\n    appOffset = fetchOffset;"),
  };

  @Override
  public String toString() {
    return name;
  }
}
