/**
 * The command line: kcat's letters and meanings over the client.
 *
 * <p>Nothing else prints. Records go to standard output, everything for people to standard error.
 */
package io.toppar.app.cli;
