package org.espalier.spark.command;

import java.time.Duration;
import org.apache.spark.SparkContext;
import org.espalier.fst.base.EspalierException;

/** How many tasks can run at the same time. */
record TaskSlots(SparkContext spark) {
    /** Executors come one after the other, seconds after Spark has started. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /**
     * Waits until there are enough.
     *
     * @throws EspalierException if there will not be
     */
    void require(int workers) {
        long end = System.nanoTime() + (spark.isLocal() ? Duration.ZERO : PATIENCE).toNanos();
        int slots = count();
        while (slots < workers && System.nanoTime() < end) {
            pause();
            slots = count();
        }
        if (slots < workers) {
            throw new EspalierException(refusal(workers, slots, spark.master(), spark.isLocal()));
        }
    }

    static String refusal(int workers, int slots, String master, boolean isLocal) {
        return workers + " workers must all run at the same time, and " + master + " has room for " + slots + "; "
                + (slots > 0 ? "give --workers " + slots + ", or " : "")
                + (isLocal ? "--master local[" + workers + "]" : "add cores to the cluster, or see who else uses them");
    }

    private int count() {
        return spark.maxNumConcurrentTasks(spark.resourceProfileManager().defaultResourceProfile());
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("stopped while waiting for executors", e);
        }
    }
}
