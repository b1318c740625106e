package org.espalier.spark;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.espalier.fst.base.EspalierException;

/** Finds the cause of a failed job in the exceptions that Spark throws. */
public final class SparkFailure {
    private SparkFailure() {}

    /**
     * Returns the exception to report: the {@link EspalierException} among the causes; a new one with a remedy if there is a
     * known one; otherwise the failure itself.
     */
    public static RuntimeException explained(Exception failure) {
        List<Throwable> causes = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(20)
                .toList();
        for (Throwable cause : causes) {
            if (cause instanceof EspalierException known) {
                return known;
            }
        }
        Throwable last = causes.get(causes.size() - 1);
        return remedy(causes)
                .or(() -> failure instanceof SparkThrowable || last instanceof IOException
                        ? Optional.of("the job failed: " + firstLine(last))
                        : Optional.empty())
                .<RuntimeException>map(line -> new EspalierException(line, failure))
                .orElseGet(
                        () -> failure instanceof RuntimeException known ? known : new IllegalStateException(failure));
    }

    private static Optional<String> remedy(List<Throwable> causes) {
        if (containing(causes, "No space left on device").isPresent()) {
            return Optional.of(
                    "a disk is full, that of the results or that of Spark's temporary files; free some space, or "
                            + "name other folders with --out and --set-spark spark.local.dir=…");
        }
        if (containing(causes, "Permission denied").isPresent()
                || containing(causes, "Mkdirs failed").isPresent()) {
            return Optional.of("cannot write: " + firstLine(causes.get(causes.size() - 1))
                    + "; name a folder that can be written to with --out");
        }
        return containing(causes, "Master removed our application")
                .or(() -> containing(causes, "stopped SparkContext"))
                .map(cause ->
                        "the cluster ended the job: its executors could not be started or kept alive; see the logs "
                                + "of the workers");
    }

    private static Optional<Throwable> containing(List<Throwable> causes, String words) {
        return causes.stream()
                .filter(cause -> String.valueOf(cause.getMessage()).contains(words))
                .findFirst();
    }

    private static String firstLine(Throwable cause) {
        return Optional.ofNullable(cause.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .orElse(cause.toString());
    }
}
