package org.espalier.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.model.estimate.Estimate;

/** The results of a task over its seeds. */
record TaskSummary(TaskResults task) {
    static List<TaskSummary> of(ExperimentResults results) {
        return results.tasks().stream().map(TaskSummary::new).toList();
    }

    String name() {
        return task.task();
    }

    /** The samplers of the main tables, in the order in which all tables have them. */
    List<SamplerVariant> samplers() {
        return Arrays.stream(SamplerVariant.values())
                .filter(sampler -> !at(sampler, task.dimension()).isEmpty())
                .toList();
    }

    List<Integer> dimensions() {
        return task.samplers().stream()
                .map(SamplerResult::dimension)
                .distinct()
                .sorted()
                .toList();
    }

    /** The result of each seed. */
    List<SamplerResult> at(SamplerVariant sampler, int dimension) {
        return task.samplers().stream()
                .filter(result -> result.sampler() == sampler && result.dimension() == dimension)
                .toList();
    }

    /** At the dimension of the main tables. */
    List<SamplerResult> at(SamplerVariant sampler) {
        return at(sampler, task.dimension());
    }

    MeanAndError spread(SamplerVariant sampler, Function<SamplerResult, Estimate> measure) {
        return spread(sampler, task.dimension(), measure);
    }

    MeanAndError spread(SamplerVariant sampler, int dimension, Function<SamplerResult, Estimate> measure) {
        return MeanAndError.of(at(sampler, dimension).stream().map(measure).toList());
    }

    /** The mean over seeds of what has no error of its own; NaN where nothing is known. */
    double mean(SamplerVariant sampler, Function<SamplerResult, Double> measure) {
        return MeanAndError.ofValues(at(sampler).stream().map(measure).toList()).mean();
    }
}
