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
        TokenUnit tokens = run.config().data().reading().tokens();
        return new Work(finder, run.lattices().machine().input(), copies, new RankingLines(tokens), form);
    }

    private record Work(OutputFinder finder, Alphabet symbols, boolean copies, RankingLines lines, AnswerFormat form)
            implements RowAnswerer {
        @Override
        public List<RowOutcome> answer(List<CorpusRow> rows) {
            RowOutcome[] outcomes = new RowOutcome[rows.size()];
            List<Integer> places = new ArrayList<>();
            for (int place = 0; place < outcomes.length; place++) {
                CorpusRow row = rows.get(place);
                Optional<String> unknown =
                        copies ? Optional.empty() : InputFile.unknown(row.pair().x(), symbols, "reads");
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
            finder.forEach(
                    inputs,
                    done -> {},
                    (found, k) -> outcomes[places.get(k)] = outcome(rows.get(places.get(k)), found));
            return Arrays.asList(outcomes);
        }

        private RowOutcome outcome(CorpusRow row, OutputFinder.Found found) {
            if (found.isFailed()) {
                return row.reject(found.caution().orElse("no search was possible"));
            }
            List<String> x = row.pair().x();
            return new RowOutcome.Answer(
                    row.label(),
                    switch (form) {
                        case JSON -> List.of(lines.json(row.label(), x, found.outputs()));
                        case COLUMNS -> lines.columns(x, found.outputs());
                    },
                    found.caution().orElse(null));
        }
    }
}
