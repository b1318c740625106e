package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.results.TaskResults.CurvePoint;
import org.espalier.lab.results.TaskResults.Reference;
import org.espalier.lab.results.TaskResults.Scorer;
import org.espalier.lab.results.TaskResults.Split;
import org.espalier.model.estimate.Estimate;

/** Results with invented numbers. */
final class SyntheticResults {
    private static final Map<String, Double> BASE = Map.of("tr", 20.0, "scan", 30.0, "cipher", 70.0);

    private List<String> tasks = List.of("tr", "scan", "cipher");
    private List<Long> seeds = List.of(1L);
    private List<Integer> dimensions = List.of(64);
    private List<SamplerVariant> samplers = List.of(SamplerVariant.values());
    private double standardError = 0.37;
    private List<ProposalExample> examples = List.of();

    SyntheticResults tasks(String... names) {
        tasks = List.of(names);
        return this;
    }

    SyntheticResults seeds(Long... values) {
        seeds = List.of(values);
        return this;
    }

    SyntheticResults dimensions(Integer... values) {
        dimensions = List.of(values);
        return this;
    }

    SyntheticResults samplers(SamplerVariant... values) {
        samplers = List.of(values);
        return this;
    }

    SyntheticResults standardError(double value) {
        standardError = value;
        return this;
    }

    SyntheticResults examples(ProposalExample... values) {
        examples = List.of(values);
        return this;
    }

    ExperimentResults build() {
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("time", "2000-01-01T00:00:00Z");
        made.put("commit", "0123456789abcdef");
        made.put("cpu", "a made-up processor <&>");
        made.put("cores", 2);
        return new ExperimentResults(
                "./espalier reproduce --task made-up --scale <none>",
                made,
                "synthetic",
                List.of(new ExperimentResults.Departure("steps", "1,000", "until convergence")),
                seeds,
                tasks.stream().map(this::task).toList());
    }

    private TaskResults task(String name) {
        List<SamplerResult> results = new ArrayList<>();
        for (int dimension : dimensions) {
            for (long seed : seeds) {
                samplers.forEach(sampler -> results.add(result(name, sampler, dimension, seed)));
            }
        }
        return new TaskResults(
                name,
                dimensions.get(0),
                41,
                List.of(
                        new Split("train", 4321, 5.43, 6.54, 234.5, 345.6, 223.4, 334.5),
                        new Split("test", 765, 8.76, 9.87, 876.5, 987.6, 865.4, 976.5)),
                seeds.stream()
                        .map(seed -> new Scorer(
                                seed,
                                2222,
                                333_333,
                                List.of(),
                                new Reference(new Estimate(-17.654 - seed, 0.0123), 765, 432, 8192, estimate(0.0567))))
                        .toList(),
                results,
                examples,
                analysis(),
                samplers.stream().limit(2).map(this::refinement).toList());
    }

    private RefinementErrors refinement(SamplerVariant sampler) {
        return new RefinementErrors(
                sampler,
                new RefinementErrors.Settings(12, 345, List.of(16, 64), 3, 5, 7),
                12,
                234.5,
                List.of(ofBudget(16, 16, 2.345), ofBudget(64, 64, 1.234)),
                List.of(ofBudget(16, 15.5, 3.456), ofBudget(64, 32.25, 0.123)));
    }

    private RefinementErrors.OfBudget ofBudget(int samples, double drawn, double error) {
        return new RefinementErrors.OfBudget(samples, drawn, estimate(error), estimate(-error / 2));
    }

    private SamplerAnalysis analysis() {
        return new SamplerAnalysis(
                new SamplerAnalysis.Settings(12, 345, 6, 0.1, 7),
                12,
                345.6,
                1.23,
                List.of(new SamplerAnalysis.Limit(0, 2.345, 3.456), new SamplerAnalysis.Limit(2, 0.123, 0.234)),
                samplers.stream()
                        .map(sampler -> new SamplerAnalysis.ExactDivergence(sampler, 4.321, 5.432, 0.432))
                        .toList(),
                List.of(
                        new SamplerAnalysis.Influence("posterior", List.of(0.111, 0.222)),
                        new SamplerAnalysis.Influence("sws", List.of(0.333))),
                List.of(new SamplerAnalysis.Internals(SamplerVariant.SWP, 1.11, 2.22, 0.55, 0.77, 0.08)));
    }

    private SamplerResult result(String task, SamplerVariant sampler, int dimension, long seed) {
        int k = List.of(SamplerVariant.values()).indexOf(sampler);
        double divergence = BASE.getOrDefault(task, 10.0) + 3.21 * (k * 7 % 11) + 50.0 / dimension + 0.1 * seed;
        return new SamplerResult(
                sampler,
                dimension,
                seed,
                1000L * dimension,
                1000,
                900,
                estimate(divergence),
                estimate(divergence - 17.65),
                estimate((divergence - 17.65) / 3),
                estimate(divergence - 21.09),
                List.of(
                        new SamplerResult.OfLength(4, 4, 300, estimate(divergence - 18.65)),
                        new SamplerResult.OfLength(5, 9, 465, estimate(divergence - 16.65))),
                estimate(24.68),
                estimate(5.43),
                estimate(1.98),
                0.0013 * (k + 1),
                0.021 * (k + 1),
                IntStream.rangeClosed(1, 40)
                        .mapToObj(t -> new CurvePoint(
                                25L * t,
                                divergence * (1 + 6 * Math.exp(-t / 5.0)) + Math.sin(t + divergence),
                                -divergence,
                                2,
                                0.5 * t * (k + 1)))
                        .toList());
    }

    private Estimate estimate(double value) {
        return new Estimate(value, standardError);
    }
}
