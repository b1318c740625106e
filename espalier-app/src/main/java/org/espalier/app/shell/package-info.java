/**
 * Command lines that messages and files propose to a person: what is written here can be pasted into a shell as it stands.
 *
 * <p>Nothing here knows which commands there are, or runs one.
 */
@NullMarked
package org.espalier.app.shell;

import org.jspecify.annotations.NullMarked;
