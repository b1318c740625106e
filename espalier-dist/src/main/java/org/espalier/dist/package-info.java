/**
 * Builds the releases from the jars of the other modules. No part of this package is in a release.
 */
@NullMarked
package org.espalier.dist;

import org.jspecify.annotations.NullMarked;
