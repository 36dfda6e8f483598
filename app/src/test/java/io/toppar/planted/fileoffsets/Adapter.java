package io.toppar.planted.fileoffsets;

/** An adapter. */
public final class Adapter {}
