package org.espalier.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.model.estimate.Estimate;

/** Summarizes the results of a task over its seeds. */
record TaskSummary(TaskResults task) {
    static List<TaskSummary> of(ExperimentResults results) {
        return results.tasks().stream().map(TaskSummary::new).toList();
    }

    String name() {
        return task.task();
    }

    /** Returns the samplers of the main tables, in the order of all tables. */
    List<SamplerVariant> samplers() {
        return Arrays.stream(SamplerVariant.values())
                .filter(sampler -> !at(sampler, task.dimension()).isEmpty())
                .toList();
    }

    /** Returns whether there are results of several seeds. */
    boolean hasSeeds() {
        return task.scorers().size() > 1;
    }

    /** Returns the groups of test pairs by the length of their outputs. */
    List<SamplerResult.OfLength> lengths() {
        return task.samplers().isEmpty() ? List.of() : task.samplers().get(0).klByLength();
    }

    /** Returns the KL of a sampler on a group of test pairs. */
    MeanAndError klOfLength(SamplerVariant sampler, SamplerResult.OfLength group) {
        return MeanAndError.of(at(sampler).stream()
                .flatMap(result -> result.klByLength().stream())
                .filter(each -> each.from() == group.from() && each.to() == group.to())
                .map(SamplerResult.OfLength::kl)
                .toList());
    }

    List<Integer> dimensions() {
        return task.samplers().stream()
                .map(SamplerResult::dimension)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the result of each seed. */
    List<SamplerResult> at(SamplerVariant sampler, int dimension) {
        return task.samplers().stream()
                .filter(result -> result.sampler() == sampler && result.dimension() == dimension)
                .toList();
    }

    /** Returns the result of each seed at the dimension of the main tables. */
    List<SamplerResult> at(SamplerVariant sampler) {
        return at(sampler, task.dimension());
    }

    MeanAndError spread(SamplerVariant sampler, Function<SamplerResult, Estimate> measure) {
        return spread(sampler, task.dimension(), measure);
    }

    MeanAndError spread(SamplerVariant sampler, int dimension, Function<SamplerResult, Estimate> measure) {
        return MeanAndError.of(at(sampler, dimension).stream().map(measure).toList());
    }

    /** Returns the mean over seeds of a measure without errors; NaN if there is no result. */
    double mean(SamplerVariant sampler, Function<SamplerResult, Double> measure) {
        return MeanAndError.ofValues(at(sampler).stream().map(measure).toList()).mean();
    }
}
