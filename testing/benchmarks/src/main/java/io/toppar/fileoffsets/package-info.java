/** What a benchmark needs of the offset files that they do not export. */
@NullMarked
package io.toppar.fileoffsets;

import org.jspecify.annotations.NullMarked;
