package io.toppar.app.client;

import io.toppar.domain.TopparSnapshot;

/**
 * A partition in {@link Statistics}. Immutable, any thread.
 *
 * @param toppar its state, positions and counts, and why it is or is not fetched
 * @param assigned whether it is assigned; one that is not is being stopped
 * @param missing whether metadata has not named it, or names it no more
 * @param failed whether an internal error has ended reading; {@code toppar} is of before then, and
 *     the log says more
 * @param unfinishedRecords as {@link Consumer#unfinishedRecords}
 */
public record PartitionStatistics(
    TopparSnapshot toppar,
    boolean assigned,
    boolean missing,
    boolean failed,
    long unfinishedRecords) {}
