package io.toppar.planted.foreign;

/** Stands for the libraries that must stay where they belong. */
public final class Library {}
