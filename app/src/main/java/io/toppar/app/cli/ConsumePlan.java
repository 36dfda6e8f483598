package io.toppar.app.cli;

import java.util.List;

/**
 * What one run of {@code consume} is to do.
 *
 * @param topic the topic
 * @param partitions the partitions, sorted; empty for all
 * @param start where to begin and end
 * @param exitAtEnd whether to end at the ends seen
 * @param count most records
 * @param storesOffsets whether offsets are stored as records have been written out
 * @param quiet whether only errors are told
 */
record ConsumePlan(
    String topic,
    List<Integer> partitions,
    StartPoint start,
    boolean exitAtEnd,
    long count,
    boolean storesOffsets,
    boolean quiet) {}
