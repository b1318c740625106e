package org.espalier.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.fst.Alphabet;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.RankingLines;

/**
 * Finds the most probable outputs of inputs.
 *
 * @param search the settings of the beam search; its limit of marks is replaced by that of the run
 * @param nBest the number of outputs reported per input
 * @param samples the number of mark strings drawn to rank an output
 * @param copies whether symbols that the machine does not read are copied; otherwise their row is rejected
 * @param seed the random seed
 */
public record TransduceTask(SearchSettings search, int nBest, int samples, boolean copies, long seed)
        implements RowTask {
    @Override
    public boolean needsOutput() {
        return false;
    }

    @Override
    public StructType schema() {
        return AnswerSchemas.RANKING;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        SearchSettings settings = search.withMaxMarks(run.config().lattices().maxMarks());
        OutputFinder finder = new OutputFinder(
                run, settings, nBest, samples, copies ? UnknownSymbolPolicy.COPY : UnknownSymbolPolicy.SKIP, seed);
        TokenUnit tokens = run.config().data().reading().tokens();
        return new Answerer(finder, run.lattices().machine().input(), copies, new RankingLines(tokens), format);
    }

    private record Answerer(
            OutputFinder finder, Alphabet symbols, boolean copies, RankingLines lines, AnswerFormat format)
            implements RowAnswerer {
        @Override
        public List<RowOutcome> answer(List<CorpusRow> rows) {
            RowOutcome[] outcomes = new RowOutcome[rows.size()];
            List<Integer> indices = new ArrayList<>();
            for (int index = 0; index < outcomes.length; index++) {
                CorpusRow row = rows.get(index);
                Optional<String> unknown =
                        copies ? Optional.empty() : InputFile.unknown(row.pair().x(), symbols, "reads");
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
            finder.forEach(
                    inputs,
                    done -> {},
                    (found, k) -> outcomes[indices.get(k)] = outcome(rows.get(indices.get(k)), found));
            return Arrays.asList(outcomes);
        }

        private RowOutcome outcome(CorpusRow row, OutputFinder.Found found) {
            if (found.isFailed()) {
                return row.reject(found.caution().orElse("the search failed"));
            }
            List<String> x = row.pair().x();
            return new RowOutcome.Answer(
                    row.label(),
                    switch (format) {
                        case JSON -> List.of(lines.json(row.label(), x, found.outputs()));
                        case COLUMNS -> lines.columns(x, found.outputs());
                    },
                    found.caution().orElse(null));
        }
    }
}
