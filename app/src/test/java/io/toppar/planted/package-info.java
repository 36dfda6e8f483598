/** Violations of every wall, planted so that the walls can be shown to stand. */
package io.toppar.planted;
