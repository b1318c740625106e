package org.espalier.fst.base;

import java.io.Serial;

/**
 * Signals that a limit on work or memory was reached. Limits are checked before the memory is used. The message names
 * the limit, and {@link #settings} names the setting that raises it.
 */
public final class LimitException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    public LimitException(String message) {
        super(message);
    }

    /**
     * Creates an exception about a limit that can be raised.
     *
     * @param setting the name of the limit, as {@link #withSettings} takes it
     */
    public LimitException(String message, String setting) {
        super(message);
        withSettings(setting);
    }
}
