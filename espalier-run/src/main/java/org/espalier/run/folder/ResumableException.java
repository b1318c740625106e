package org.espalier.run.folder;

import java.io.Serial;
import java.nio.file.Path;
import org.espalier.fst.base.EspalierException;

/**
 * A failure whose remedy is to resume the training of a run. The message ends where a command line adds the command that
 * resumes it.
 */
public final class ResumableException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String folder;

    public ResumableException(String message, Path folder) {
        super(message);
        this.folder = folder.toString();
    }

    public ResumableException(String message, Path folder, Throwable cause) {
        super(message, cause);
        this.folder = folder.toString();
    }

    /** Returns the folder of the run. */
    public Path folder() {
        return Path.of(folder);
    }
}
