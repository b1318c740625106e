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
import org.espalier.run.Transductions;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.RankingLines;

/**
 * The most probable outputs of inputs.
 *
 * @param search how far they are searched for, and how many of them are ranked; its bound on marks is the run's
 * @param nBest how many of those ranked are wanted
 * @param samples mark strings drawn for each output to rank it by
 * @param copies whether symbols that the machine does not read are copied; otherwise their input is a bad row
 * @param seed what all that is drawn depends on
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
    public RowAnswerer open(TrainedRun run, AnswerFormat form) {
        SearchSettings settings = search.withMaxMarks(run.config().lattices().maxMarks());
        OutputFinder finder = new OutputFinder(
                run, settings, nBest, samples, copies ? UnknownSymbolPolicy.COPY : UnknownSymbolPolicy.SKIP, seed);
        return new Work(finder, run.lattices().machine().input(), copies, form);
    }

    private record Work(OutputFinder finder, Alphabet symbols, boolean copies, AnswerFormat form)
            implements RowAnswerer {
        @Override
        public List<RowOutcome> answer(List<CorpusRow> rows) {
            RowOutcome[] outcomes = new RowOutcome[rows.size()];
            List<Integer> places = new ArrayList<>();
            for (int place = 0; place < outcomes.length; place++) {
                CorpusRow row = rows.get(place);
                Optional<String> unknown = copies
                        ? Optional.empty()
                        : UnknownSymbols.problem(row.pair().x(), symbols, "reads");
                if (unknown.isPresent()) {
                    outcomes[place] = row.reject(unknown.get());
                } else {
                    places.add(place);
                }
            }
            places.sort(
                    Comparator.comparingInt(place -> rows.get(place).pair().x().size()));
            List<List<String>> inputs =
                    places.stream().map(place -> rows.get(place).pair().x()).toList();
            finder.forEach(inputs, (found, k) -> outcomes[places.get(k)] = outcome(rows.get(places.get(k)), found));
            return Arrays.asList(outcomes);
        }

        private RowOutcome outcome(CorpusRow row, Transductions found) {
            if (found.isFailed()) {
                return row.reject(found.failure().orElseThrow());
            }
            return new RowOutcome.Answer(
                    row.label(),
                    switch (form) {
                        case JSON -> List.of(RankingLines.json(row.label(), found));
                        case COLUMNS -> RankingLines.columns(found);
                    },
                    found.caution().orElse(null));
        }
    }
}
