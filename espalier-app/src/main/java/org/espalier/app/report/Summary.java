package org.espalier.app.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.espalier.app.results.Results;
import org.espalier.app.results.SamplerResult;
import org.espalier.app.results.TaskResults;
import org.espalier.app.results.Variant;
import org.espalier.model.estimate.Estimate;

/** The results of a task over its seeds. */
record Summary(TaskResults task) {
    static List<Summary> of(Results results) {
        return results.tasks().stream().map(Summary::new).toList();
    }

    String name() {
        return task.task();
    }

    /** The samplers of the main tables, in the order in which all tables have them. */
    List<Variant> samplers() {
        return Arrays.stream(Variant.values())
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
    List<SamplerResult> at(Variant sampler, int dimension) {
        return task.samplers().stream()
                .filter(result -> result.sampler() == sampler && result.dimension() == dimension)
                .toList();
    }

    /** At the dimension of the main tables. */
    List<SamplerResult> at(Variant sampler) {
        return at(sampler, task.dimension());
    }

    Spread spread(Variant sampler, Function<SamplerResult, Estimate> measure) {
        return spread(sampler, task.dimension(), measure);
    }

    Spread spread(Variant sampler, int dimension, Function<SamplerResult, Estimate> measure) {
        return Spread.of(at(sampler, dimension).stream().map(measure).toList());
    }

    /** The mean over seeds of what has no error of its own; NaN where nothing is known. */
    double mean(Variant sampler, Function<SamplerResult, Double> measure) {
        return Spread.ofValues(at(sampler).stream().map(measure).toList()).mean();
    }
}
