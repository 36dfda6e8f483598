/**
 * JSON as this program writes and reads it, and the bytes it is written into. Internal: exported to
 * nobody.
 */
package io.toppar.app.json;
