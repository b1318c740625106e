package org.espalier.run.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.RetrySingly;
import org.espalier.model.LatticeSource;
import org.espalier.model.MarkScorer;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.FoundOutput;
import org.espalier.model.search.FoundOutputs;
import org.espalier.model.search.SearchSettings;
import org.espalier.model.train.OutputErrors;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.PairFile;
import org.espalier.run.folder.RunData;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.ScoredHypotheses;
import org.espalier.run.metrics.TransductionMetrics;

/**
 * Finds the best output of validation inputs with a scorer as it is, and counts their errors. A small beam is enough to compare
 * checkpoints, and a bounded number of inputs keeps a validation short. An input for which the search fails, such as one too
 * long for the scorer, is wrong.
 */
final class ValidationOutputs implements Supplier<OutputErrors> {
    private static final int MAX_INPUTS = 1_000;
    private static final int BEAM = 8;

    /** The number of inputs that are searched together. */
    private static final int BATCH = 256;

    private final Mfst machine;
    private final List<Input> inputs;
    private final Map<List<String>, Double> weights;
    private final Supplier<BeamSearch> search;

    /** @param search begins a search, since the parameters of the scorer change between validations */
    private ValidationOutputs(Mfst machine, PairFile pairs, Supplier<BeamSearch> search) {
        this.machine = machine;
        this.inputs = pairs.inputs().stream().limit(MAX_INPUTS).toList();
        this.weights = pairs.inputWeights();
        this.search = search;
    }

    /**
     * Prepares the search.
     *
     * @param valid the validation pairs; of the same inputs, all outputs are right
     * @param options the options of their lattices, whose bound on marks holds here too
     */
    static ValidationOutputs of(LatticeSource valid, MarkScorer scorer, LatticeOptions options) {
        Lattices lattices = valid.builder().orElseThrow().lattices();
        return new ValidationOutputs(
                lattices.machine(),
                new PairFile("the validation pairs", RunData.strings(valid, lattices.machine())),
                () -> new BeamSearch(
                        lattices,
                        scorer,
                        SearchSettings.DEFAULT.withBeam(BEAM).withNBest(1).withMaxMarks(options.maxMarks())));
    }

    @Override
    public OutputErrors get() {
        BeamSearch begun = search.get();
        List<ScoredHypotheses> scored = new ArrayList<>();
        for (int from = 0; from < inputs.size(); from += BATCH) {
            scored.addAll(score(begun, inputs.subList(from, Math.min(inputs.size(), from + BATCH))));
        }
        TransductionMetrics metrics = TransductionMetrics.of(scored, Bootstrap.of(1));
        return new OutputErrors(
                metrics.wordErrorRate().value(), metrics.characterErrorRate().value());
    }

    private List<ScoredHypotheses> score(BeamSearch begun, List<Input> batch) {
        List<int[]> strings =
                batch.stream().map(input -> machine.input().ids(input.x())).toList();
        List<FoundOutputs> found =
                RetrySingly.onFailure(strings, begun::search, (x, reason) -> FoundOutputs.given(x, List.of()));
        List<ScoredHypotheses> scored = new ArrayList<>();
        for (int k = 0; k < batch.size(); k++) {
            Input input = batch.get(k);
            scored.add(new ScoredHypotheses(
                    found.get(k).outputs().stream()
                            .map(FoundOutput::output)
                            .map(machine.output()::symbolsOf)
                            .toList(),
                    input.outputs(),
                    weights.getOrDefault(input.x(), 1.0)));
        }
        return scored;
    }
}
