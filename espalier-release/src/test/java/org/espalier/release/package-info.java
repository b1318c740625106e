/** Tests of what is published. They see the project from outside: its artifacts, and the files that a release is made with. */
@NullMarked
package org.espalier.release;

import org.jspecify.annotations.NullMarked;
