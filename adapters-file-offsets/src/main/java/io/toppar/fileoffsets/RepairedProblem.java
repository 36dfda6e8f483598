package io.toppar.fileoffsets;

/**
 * What {@link OffsetFolderRepair} did about a problem. Immutable, any thread.
 *
 * @param problem the problem
 * @param mended whether it is no more
 * @param result one line for a person: what was done, or why nothing was
 */
public record RepairedProblem(FolderProblem problem, boolean mended, String result) {}
