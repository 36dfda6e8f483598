package io.toppar.app.cli;

/**
 * What one run of {@code produce} is to do.
 *
 * @param topic the topic
 * @param partition the partition of all messages, or {@link InputMessage#NONE}
 * @param count most messages
 * @param tees whether messages go to standard output, too
 * @param quiet whether only errors are told
 */
record ProducePlan(String topic, int partition, long count, boolean tees, boolean quiet) {}
