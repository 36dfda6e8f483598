/**
 * The configuration of a client: one table of keys, read from properties, maps and a typed builder.
 */
package io.toppar.app.config;
