package org.espalier.spark;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Tells when a task has ended. */
final class TaskEndListener extends SparkListener {
    private final Runnable told;

    TaskEndListener(Runnable told) {
        this.told = told;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        told.run();
    }
}
