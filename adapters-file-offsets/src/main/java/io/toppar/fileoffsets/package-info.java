/**
 * Offsets in local files: one file per topic, partition and group, decimal next offset and a
 * newline, so that files move to librdkafka and back.
 *
 * <p>{@link io.toppar.fileoffsets.FileOffsetStore} is a thread with a queue. The thread alone
 * touches what is inside: a worker that merges waiting stores of one key, a folder that loads,
 * stores and forces, the files held with their locks, and the side file of names. Every touch of
 * the file system goes through {@link io.toppar.fileoffsets.FileOps}. What users are promised is in
 * {@code docs/offset-files.md}.
 */
package io.toppar.fileoffsets;
