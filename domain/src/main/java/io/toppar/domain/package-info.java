/**
 * The partition machines and the data they speak in.
 *
 * <p><b>How to drive them.</b> Everything here is single-threaded: one owner thread calls every
 * method of the machines of a client. The driver's loop is:
 *
 * <ol>
 *   <li>hand every fact and command to its machine ({@link io.toppar.domain.Toppar}, {@code
 *       BrokerLane}, {@code MetadataCache}), with the time;
 *   <li>run the effects in the order in which they are pushed into {@link
 *       io.toppar.domain.TopparEffects}; an effect never calls back into the machine that pushed
 *       it, it is noted and its outcome arrives later as a fact;
 *   <li>report {@code onLeft} when a lane has let go of a partition, as {@code leave} asked;
 *   <li>ask each lane that has something ready for its next Fetch;
 *   <li>arm one wake-up for the earliest deadline.
 * </ol>
 *
 * <p>Time is a number handed in ({@code nowNanos}, compared by subtraction, after the test for
 * {@link io.toppar.domain.Deadlines#NONE}). Payloads are opaque {@link io.toppar.domain.BatchHandle
 * handles}: one that enters a machine leaves it exactly once, by {@code deliver} or {@code
 * release}.
 *
 * <p>Replies and batches carry the op version under which they were asked for; what is older than
 * the toppar's present version is dropped and counted, never an error.
 */
package io.toppar.domain;
