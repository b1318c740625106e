package org.espalier.bench;

import java.util.List;
import org.espalier.lab.report.Chart;

/** The figures that one run of a benchmark measured. They are stored as JSON; tables and charts are made from them. */
sealed interface BenchmarkReport
        permits LatticeReport,
                TrainingReport,
                SamplersReport,
                ThroughputReport,
                SearchReport,
                RefinementReport,
                WorkersReport,
                ServiceReport,
                SoakReport {
    /** Returns a section of the page of tables. */
    String markdown();

    default List<Chart> charts() {
        return List.of();
    }
}
