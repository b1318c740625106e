package org.espalier.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.fst.Alphabet;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transductions;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.RankingLines;

/**
 * Finds the most probable outputs of inputs.
 *
 * @param search the settings of the beam search; its limit of marks is replaced by that of the run
 * @param nBest the number of outputs reported per input
 * @param budget the mark strings drawn to rank an output
 * @param vote whether the members of an ensemble vote; otherwise their probabilities are averaged
 * @param copies whether symbols that the machine does not read are copied; otherwise their row is rejected
 * @param seed the random seed
 */
public record TransduceTask(
        SearchSettings search, int nBest, SamplingBudget budget, boolean vote, boolean copies, long seed)
        implements RowTask {
    @Override
    public boolean needsOutput() {
        return false;
    }

    @Override
    public StructType schema() {
        return vote ? AnswerSchemas.VOTED_RANKING : AnswerSchemas.RANKING;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        SearchSettings settings = search.withMaxMarks(run.config().lattices().maxMarks());
        UnknownSymbolPolicy unknown = copies ? UnknownSymbolPolicy.COPY : UnknownSymbolPolicy.SKIP;
        OutputFinder finder = vote
                ? OutputFinder.voting(run, settings, nBest, budget, unknown, seed)
                : new OutputFinder(run, settings, nBest, budget, unknown, seed);
        return new Answerer(finder, run.lattices().machine().input(), copies, format);
    }

    private record Answerer(OutputFinder finder, Alphabet symbols, boolean copies, AnswerFormat format)
            implements RowAnswerer {
        @Override
        public List<RowOutcome> answer(List<CorpusRow> rows) {
            RowOutcome[] outcomes = new RowOutcome[rows.size()];
            List<Integer> indices = new ArrayList<>();
            for (int index = 0; index < outcomes.length; index++) {
                CorpusRow row = rows.get(index);
                Optional<String> unknown = copies
                        ? Optional.empty()
                        : UnknownSymbols.problem(row.pair().x(), symbols, "reads");
                if (unknown.isPresent()) {
                    outcomes[index] = row.reject(unknown.get());
                } else {
                    indices.add(index);
                }
            }
            indices.sort(
                    Comparator.comparingInt(index -> rows.get(index).pair().x().size()));
            List<List<String>> inputs =
                    indices.stream().map(index -> rows.get(index).pair().x()).toList();
            finder.forEach(inputs, (found, k) -> outcomes[indices.get(k)] = outcome(rows.get(indices.get(k)), found));
            return Arrays.asList(outcomes);
        }

        private RowOutcome outcome(CorpusRow row, Transductions found) {
            if (found.isFailed()) {
                return row.reject(found.failure().orElseThrow());
            }
            return new RowOutcome.Answer(
                    row.label(),
                    switch (format) {
                        case JSON -> List.of(RankingLines.json(row.label(), found));
                        case COLUMNS -> RankingLines.columns(found);
                    },
                    found.caution().orElse(null));
        }
    }
}
