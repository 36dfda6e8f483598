/** A whole client over a cluster in memory, moved by the test's own thread and clock. */
@NullMarked
package io.toppar.app.rig;

import org.jspecify.annotations.NullMarked;
