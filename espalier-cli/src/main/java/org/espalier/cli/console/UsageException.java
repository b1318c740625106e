package org.espalier.cli.console;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;
import picocli.CommandLine.Model.CommandSpec;

/** A call with wrong or conflicting options. It ends with exit code 2. */
public final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }

    /** Reports a failure that the values of options caused. */
    public UsageException(EspalierException cause) {
        super(cause.getMessage(), cause);
    }

    /** Returns how to change the settings that the cause names in this command, to be appended to the message. */
    String remedy(CommandSpec command) {
        return getCause() instanceof EspalierException cause ? SettingFlags.remedy(cause, command) : "";
    }
}
