package org.espalier.spark;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.espalier.fst.EspalierException;
import org.jspecify.annotations.Nullable;

/** What went wrong in a job, out of what Spark says of it. */
final class SparkFailure {
    private SparkFailure() {}

    static RuntimeException explained(RuntimeException failure) {
        List<Throwable> causes = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(20)
                .toList();
        for (Throwable cause : causes) {
            if (cause instanceof EspalierException ours) {
                return ours;
            }
        }
        for (Throwable cause : causes) {
            String message = String.valueOf(cause.getMessage());
            if (message.contains("No space left on device")) {
                return new EspalierException(
                        "a disk is full: " + firstLine(message)
                                + "; free some space, or name other folders with --out and --set-spark spark.local.dir=…",
                        failure);
            }
        }
        if (causes.stream().map(Throwable::getMessage).anyMatch(SparkFailure::isEnd)) {
            return new EspalierException(
                    "the cluster has ended the job: its executors could not be started or kept alive; the logs of the "
                            + "workers say why",
                    failure);
        }
        Throwable last = causes.get(causes.size() - 1);
        return last instanceof IOException
                ? new EspalierException("the job failed: " + firstLine(String.valueOf(last.getMessage())), failure)
                : failure;
    }

    private static boolean isEnd(@Nullable String message) {
        return message != null
                && (message.contains("Master removed our application") || message.contains("stopped SparkContext"));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
