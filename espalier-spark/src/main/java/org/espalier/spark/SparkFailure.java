package org.espalier.spark;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.espalier.fst.base.EspalierException;

/** What went wrong in a job, out of what Spark says of it, which is much. */
public final class SparkFailure {
    private SparkFailure() {}

    /** Ours if it is one of ours, one of ours if people can do something about it; otherwise what it was. */
    public static RuntimeException explained(Exception failure) {
        List<Throwable> causes = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(20)
                .toList();
        for (Throwable cause : causes) {
            if (cause instanceof EspalierException ours) {
                return ours;
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
        if (says(causes, "No space left on device").isPresent()) {
            return Optional.of("a disk is full, of the results or of what is kept meanwhile; free some space, or name "
                    + "other folders with --out and --set-spark spark.local.dir=…");
        }
        if (says(causes, "Permission denied").isPresent()
                || says(causes, "Mkdirs failed").isPresent()) {
            return Optional.of("cannot write: " + firstLine(causes.get(causes.size() - 1))
                    + "; name a folder that can be written to with --out");
        }
        return says(causes, "Master removed our application")
                .or(() -> says(causes, "stopped SparkContext"))
                .map(cause ->
                        "the cluster has ended the job: its executors could not be started or kept alive; the logs "
                                + "of the workers say why");
    }

    private static Optional<Throwable> says(List<Throwable> causes, String words) {
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
