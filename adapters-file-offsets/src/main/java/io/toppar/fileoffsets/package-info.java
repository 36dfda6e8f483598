/**
 * Offsets in local files, in two layouts: one file per topic, partition and group, decimal next
 * offset and a newline, so that files move to librdkafka and back; or one journal for all of a
 * process.
 *
 * <p>{@link io.toppar.fileoffsets.FileOffsetStore} and {@link
 * io.toppar.fileoffsets.JournalOffsetStore} are a thread with a queue. The thread alone touches
 * what is inside: a worker that merges waiting stores of one key, and a medium that loads, stores
 * and forces. That is a folder, with the files held, their locks and the side file of names, or a
 * journal, with its file, its lock and what it says. Every touch of the file system goes through
 * {@link io.toppar.fileoffsets.FileOps}. {@link io.toppar.fileoffsets.OffsetFolderReader} reads
 * both without a lock, for tools. What users are promised is in {@code docs/offset-files.md} and
 * {@code docs/offset-journal.md}.
 */
package io.toppar.fileoffsets;
