/** A cluster of a few lines, for tests of the engine that must see and hold every request. */
package io.toppar.app.fake;
