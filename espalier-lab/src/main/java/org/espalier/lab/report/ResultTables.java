package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.lab.report.ReportTable.Cell;
import org.espalier.lab.report.ReportTable.Kind;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.task.PaperStatistics;
import org.espalier.model.estimate.Estimate;

/** Makes the tables of the report: those of the paper, with its numbers beside ours, and further ones. */
final class ResultTables {
    private static final String PAPER = "paper";
    private static final int TASKS_OF_PAPER = 3;

    private final List<TaskSummary> tasks;
    private final List<SamplerVariant> samplers;
    private final String spread;

    ResultTables(ExperimentResults results) {
        tasks = TaskSummary.of(results);
        samplers = Arrays.stream(SamplerVariant.values())
                .filter(sampler ->
                        tasks.stream().anyMatch(task -> task.samplers().contains(sampler)))
                .toList();
        spread = results.seeds().size() > 1
                ? "Mean ± standard deviation over " + results.seeds().size() + " seeds."
                : "Mean over the test pairs ± its standard error.";
    }

    ReportTable partialKl() {
        ReportTable table = compare(
                "Partial KL",
                "In nats, on the test pairs; lower is better. " + spread,
                SamplerResult::partialKl,
                PaperResults::partialKl,
                true);
        return tasks.size() == TASKS_OF_PAPER ? withMean(table) : table;
    }

    ReportTable kl() {
        return compare(
                "KL",
                "KL(q ‖ p) in nats: the sum of Partial KL and log p̃(x, y). A perfect sampler has 0. " + spread,
                SamplerResult::kl,
                (task, sampler) -> OptionalDouble.empty(),
                true);
    }

    ReportTable refinedKl() {
        return compare(
                "KL after refinement",
                "KL(q ‖ p) in nats of the table that refinement adapts to each pair. " + spread,
                SamplerResult::refinedKl,
                (task, sampler) -> OptionalDouble.empty(),
                true);
    }

    ReportTable differences() {
        List<String> columns = new ArrayList<>(List.of("Sampler"));
        List<List<Cell>> cells = new ArrayList<>(List.of(names()));
        for (TaskSummary task : tasks) {
            columns.add(task.name());
            cells.add(samplers.stream()
                    .map(sampler -> sampler == SamplerVariant.SWS
                            ? MeanAndError.UNKNOWN
                            : task.spread(sampler, SamplerResult::differenceFromSws)
                                    .withStandardError())
                    .map(value -> Cell.plain(value.text(2)))
                    .toList());
        }
        return new ReportTable(
                        "Difference from SWS",
                        "KL(q ‖ p) minus that of SWS on the same pair and under the same scorer, and its standard error over "
                                + (tasks.stream().anyMatch(TaskSummary::hasSeeds) ? "seeds." : "pairs.")
                                + " Below 0 is better than SWS.",
                        columns,
                        transpose(cells))
                .withoutEmptyColumns();
    }

    /** Returns the KL of each sampler by the length of the output. */
    ReportTable klByLength() {
        List<String> columns = new ArrayList<>(List.of("Sampler"));
        List<List<Cell>> cells = new ArrayList<>(List.of(names()));
        for (TaskSummary task : tasks) {
            for (SamplerResult.OfLength group : task.lengths()) {
                columns.add(task.name() + ", " + length(group));
                cells.add(samplers.stream()
                        .map(sampler ->
                                Cell.plain(task.klOfLength(sampler, group).text(2)))
                        .toList());
            }
        }
        return new ReportTable(
                "KL by length",
                "KL(q ‖ p) in nats on the test pairs whose outputs have this number of symbols. " + spread,
                columns,
                transpose(cells));
    }

    private static String length(SamplerResult.OfLength group) {
        return "|y| = " + (group.from() == group.to() ? group.from() : group.from() + "–" + group.to());
    }

    ReportTable markLength() {
        return compare(
                "Expected mark length",
                "The expected number of marks under the posterior, by importance sampling. " + spread,
                SamplerResult::markLength,
                PaperResults::markLength,
                false);
    }

    ReportTable ess() {
        return compare(
                "ESS",
                "The effective sample size of the samples of a pair. " + spread,
                SamplerResult::ess,
                (task, sampler) -> OptionalDouble.empty(),
                false);
    }

    ReportTable deduplicatedEss() {
        return compare(
                "Deduplicated ESS",
                "The effective sample size after equal samples are merged. " + spread,
                SamplerResult::deduplicatedEss,
                PaperResults::deduplicatedEss,
                false);
    }

    ReportTable secondsToSample() {
        return cost("Time to sample", "Sixteen strings for one pair.", SamplerResult::secondsToSample);
    }

    ReportTable secondsToStep() {
        return cost(
                "Time of a training step",
                "A batch of sixteen pairs, without making dreams or splices.",
                SamplerResult::secondsToStep);
    }

    /** Returns a table with one row per sampler and, for each task, our number and the paper's. */
    private ReportTable compare(
            String title,
            String note,
            Function<SamplerResult, Estimate> measure,
            BiFunction<String, SamplerVariant, OptionalDouble> paper,
            boolean lowestIsBest) {
        List<String> columns = new ArrayList<>(List.of("Sampler"));
        List<List<Cell>> cells = new ArrayList<>(List.of(names()));
        for (TaskSummary task : tasks) {
            columns.add(task.name());
            columns.add(PAPER);
            cells.add(ours(sampler -> task.spread(sampler, measure), lowestIsBest));
            cells.add(theirs(sampler -> paper.apply(task.name(), sampler), lowestIsBest));
        }
        return new ReportTable(title, note, columns, transpose(cells)).withoutEmptyColumns();
    }

    private ReportTable withMean(ReportTable table) {
        List<Cell> means = ours(this::meanPartialKl, true);
        List<Cell> paper = theirs(PaperResults::meanPartialKl, true);
        List<List<Cell>> rows = new ArrayList<>();
        for (int row = 0; row < samplers.size(); row++) {
            rows.add(Stream.concat(table.rows().get(row).stream(), Stream.of(means.get(row), paper.get(row)))
                    .toList());
        }
        List<String> columns = Stream.concat(table.columns().stream(), Stream.of("mean", PAPER))
                .toList();
        return new ReportTable(table.title(), table.note(), columns, rows);
    }

    /** Returns the mean over tasks; unknown if one of them lacks the sampler. */
    private MeanAndError meanPartialKl(SamplerVariant sampler) {
        double mean = tasks.stream()
                .mapToDouble(
                        task -> task.spread(sampler, SamplerResult::partialKl).mean())
                .average()
                .orElse(Double.NaN);
        return MeanAndError.exactly(mean);
    }

    private ReportTable cost(String title, String note, Function<SamplerResult, Double> measure) {
        List<String> columns = new ArrayList<>(List.of("Sampler"));
        List<List<Cell>> cells = new ArrayList<>(List.of(names()));
        for (TaskSummary task : tasks) {
            columns.add(task.name());
            columns.add("× SWA");
            double swa = task.mean(SamplerVariant.SWA, measure);
            List<Double> seconds = samplers.stream()
                    .map(sampler -> task.mean(sampler, measure))
                    .toList();
            cells.add(seconds.stream()
                    .map(s -> Cell.plain(MeanAndError.seconds(s)))
                    .toList());
            cells.add(seconds.stream()
                    .map(s -> new Cell(times(s / swa), Kind.ASIDE))
                    .toList());
        }
        if (cells.stream()
                .skip(1)
                .flatMap(List::stream)
                .anyMatch(cell -> !cell.text().isEmpty())) {
            columns.add(PAPER + ", × SWA");
            cells.add(samplers.stream().map(ResultTables::timesInPaper).toList());
        }
        return new ReportTable(title, note + " One sampler at a time, with all cores.", columns, transpose(cells))
                .withoutEmptyColumns();
    }

    private static String times(double ratio) {
        return MeanAndError.number(ratio, ratio >= 9.95 ? 0 : 1);
    }

    private static Cell timesInPaper(SamplerVariant sampler) {
        return Cell.paper(
                switch (sampler) {
                    case SWA -> "1";
                    case SWP -> "about " + times(PaperResults.SWP_TIMES_SWA);
                    default -> "";
                });
    }

    ReportTable training() {
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskSummary task : tasks) {
            for (SamplerVariant sampler : task.samplers()) {
                List<SamplerResult> seeds = task.at(sampler);
                rows.add(List.of(
                        Cell.name(task.name() + ", " + sampler.label()),
                        Cell.plain(String.valueOf(task.task().dimension())),
                        Cell.plain(each(seeds, SamplerResult::parameters)),
                        Cell.plain(each(seeds, SamplerResult::steps)),
                        Cell.plain(each(seeds, SamplerResult::bestStep))));
            }
        }
        return new ReportTable(
                "Training",
                "Samplers were tested as of the step with the best validation.",
                List.of("Sampler", "dimension", "parameters", "steps", "best step"),
                rows);
    }

    /** Returns the value of each seed, or one value if they agree. */
    private static String each(List<SamplerResult> seeds, Function<SamplerResult, Long> count) {
        return String.join(
                ", ",
                seeds.stream().map(count).distinct().map(ResultTables::count).toList());
    }

    static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    ReportTable reference() {
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskSummary task : tasks) {
            for (TaskResults.Scorer scorer : task.task().scorers()) {
                TaskResults.Reference reference = scorer.reference();
                boolean exact = reference.exactPairs() == reference.pairs();
                rows.add(List.of(
                        Cell.name(task.name() + ", seed " + scorer.seed()),
                        Cell.plain(MeanAndError.of(List.of(reference.logLikelihood()))
                                .text(3)),
                        Cell.plain(reference.exactPairs() + " of " + reference.pairs()),
                        Cell.plain(exact ? "" : count(reference.strings())),
                        Cell.plain(
                                MeanAndError.of(List.of(reference.markovKl())).text(3)),
                        Cell.plain(count(scorer.steps())),
                        Cell.plain(count(scorer.parameters()))));
            }
        }
        return new ReportTable(
                        "Reference",
                        "log p̃(x, y) of the test pairs under each frozen scorer: exact if the lattice could be "
                                + "enumerated, otherwise estimated from strings drawn by several samplers. The error "
                                + "is that of the estimates. The Markov limit is the least KL(p ‖ q), with its standard error over "
                                + "pairs, of a sampler that sees its state alone, where p is p̃ normalized over these strings.",
                        List.of(
                                "Scorer",
                                "mean log p̃(x, y)",
                                "pairs enumerated",
                                "strings per other pair",
                                "Markov limit",
                                "training steps",
                                "parameters"),
                        rows)
                .withoutEmptyColumns();
    }

    ReportTable data() {
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskSummary task : tasks) {
            for (TaskResults.Split split : task.task().splits()) {
                rows.add(split(task.name(), split));
            }
        }
        return new ReportTable(
                        "Data",
                        "Means over pairs. Lengths are in symbols, without an end symbol, which the paper counts. States and arcs are "
                                + "those of T_xy before minimization and, in the last two columns, after it.",
                        List.of(
                                "Split",
                                "pairs",
                                "|x|",
                                PAPER,
                                "|y|",
                                PAPER,
                                "states",
                                PAPER,
                                "arcs",
                                PAPER,
                                "minimal states",
                                "minimal arcs"),
                        rows)
                .withoutEmptyColumns();
    }

    private static List<Cell> split(String task, TaskResults.Split split) {
        Optional<PaperStatistics.Row> paper = PaperStatistics.of(task, split.name());
        return List.of(
                Cell.name(task + ", " + split.name()),
                Cell.plain(count(split.pairs())),
                Cell.plain(MeanAndError.number(split.inputLength(), 1)),
                Cell.paper(
                        paper.map(p -> MeanAndError.number(p.inputLength(), 1)).orElse("")),
                Cell.plain(MeanAndError.number(split.outputLength(), 1)),
                Cell.paper(
                        paper.map(p -> MeanAndError.number(p.outputLength(), 1)).orElse("")),
                Cell.plain(MeanAndError.number(split.states(), 0)),
                Cell.paper(paper.map(p -> MeanAndError.number(p.states(), 0)).orElse("")),
                Cell.plain(MeanAndError.number(split.arcs(), 0)),
                Cell.paper(paper.map(p -> MeanAndError.number(p.arcs(), 0)).orElse("")),
                Cell.plain(MeanAndError.number(split.minimalStates(), 0)),
                Cell.plain(MeanAndError.number(split.minimalArcs(), 0)));
    }

    ReportTable marks() {
        List<List<Cell>> rows = tasks.stream()
                .map(task -> List.of(
                        Cell.name(task.name()),
                        Cell.plain(count(task.task().marks())),
                        Cell.paper(PaperStatistics.of(task.name(), "test")
                                .map(row -> count(row.marks()))
                                .orElse(""))))
                .toList();
        return new ReportTable("Marks", "The size of the mark alphabet Ω.", List.of("Task", "marks", PAPER), rows)
                .withoutEmptyColumns();
    }

    private List<Cell> names() {
        return samplers.stream().map(Cell::name).toList();
    }

    private List<Cell> ours(Function<SamplerVariant, MeanAndError> values, boolean lowestIsBest) {
        List<MeanAndError> column = samplers.stream().map(values).toList();
        return IntStream.range(0, column.size())
                .mapToObj(row ->
                        new Cell(column.get(row).text(2), lowestIsBest && isBest(row, column) ? Kind.BEST : Kind.PLAIN))
                .toList();
    }

    /** Returns whether the value of a row is below all others by more than noise. */
    private static boolean isBest(int row, List<MeanAndError> column) {
        return column.size() > 1
                && IntStream.range(0, column.size())
                        .filter(other -> other != row && column.get(other).isKnown())
                        .allMatch(other -> column.get(row).isClearlyBelow(column.get(other)));
    }

    /** Returns the paper's column. Its best value is that of all the paper's samplers, including those missing here. */
    private List<Cell> theirs(Function<SamplerVariant, OptionalDouble> values, boolean lowestIsBest) {
        Function<SamplerVariant, MeanAndError> exact =
                sampler -> MeanAndError.exactly(values.apply(sampler).orElse(Double.NaN));
        double lowest = lowestIsBest
                ? lowest(Arrays.stream(SamplerVariant.values()).map(exact).toList())
                : Double.NaN;
        return samplers.stream()
                .map(exact)
                .map(value -> new Cell(value.text(1), value.mean() == lowest ? Kind.BEST_OF_PAPER : Kind.PAPER))
                .toList();
    }

    private static double lowest(List<MeanAndError> values) {
        return values.stream()
                .filter(MeanAndError::isKnown)
                .mapToDouble(MeanAndError::mean)
                .min()
                .orElse(Double.NaN);
    }

    private static List<List<Cell>> transpose(List<List<Cell>> columns) {
        List<List<Cell>> rows = new ArrayList<>();
        for (int row = 0; row < columns.get(0).size(); row++) {
            int r = row;
            rows.add(columns.stream().map(column -> column.get(r)).toList());
        }
        return rows;
    }
}
