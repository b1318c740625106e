/** The commands that read, check, print, draw, compose and convert machines, and the options that name a machine and the pairs it takes its alphabets from. */
@NullMarked
package org.espalier.cli.machine;

import org.jspecify.annotations.NullMarked;
