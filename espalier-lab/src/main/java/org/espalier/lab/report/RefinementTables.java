package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.fst.base.Plural;
import org.espalier.lab.report.ReportTable.Cell;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.RefinementErrors.OfBudget;
import org.espalier.lab.results.TaskResults;
import org.espalier.model.estimate.Estimate;

/** Makes the tables that compare refinement with plain sampling. */
final class RefinementTables {
    private final List<TaskResults> tasks;

    RefinementTables(ExperimentResults results) {
        tasks = results.tasks();
    }

    /** Returns the errors by budget. */
    ReportTable errors() {
        String sizes = tasks.stream()
                .filter(task -> !task.refinement().isEmpty())
                .map(task -> size(task.task(), task.refinement().get(0)))
                .collect(Collectors.joining("; "));
        return table(
                "Error by strings",
                "The mean of |estimate − exact value| of log p̃(x, y), ± its standard error over pairs, by the largest number "
                        + "of strings per pair, over all rounds (" + sizes
                        + "). Refinement draws fewer strings for pairs "
                        + "whose effective sample size is high enough; the last row of a sampler has their mean number. The "
                        + "lower of two errors is bold if the difference is more than twice its standard error.",
                (task, errors) -> List.of(
                        row(name(task, errors, ""), errors.plain(), k -> error(errors.plain(), errors.refined(), k)),
                        row(
                                name(task, errors, ", refined"),
                                errors.refined(),
                                k -> error(errors.refined(), errors.plain(), k)),
                        row(
                                name(task, errors, ", strings when refined"),
                                errors.refined(),
                                k -> Cell.plain(MeanAndError.number(
                                        errors.refined().get(k).drawn(), 1)))));
    }

    /** Returns the biases by budget. */
    ReportTable biases() {
        return table(
                "Bias by strings",
                "The mean of estimate − exact value on the same pairs. The logarithm of a mean weight is too low on average; "
                        + "with refinement the mean weight itself is, too.",
                (task, errors) -> List.of(
                        row(name(task, errors, ""), errors.plain(), k -> bias(errors.plain(), k)),
                        row(name(task, errors, ", refined"), errors.refined(), k -> bias(errors.refined(), k))));
    }

    private static String size(String task, RefinementErrors errors) {
        return String.format(
                Locale.ROOT,
                "%s: %s with %s paths on average, %s of each, %s",
                task,
                Plural.of(errors.pairs(), "pair"),
                ResultTables.count(Math.round(errors.paths())),
                Plural.of(errors.settings().repetitions(), "estimate"),
                Plural.of(errors.settings().refine(), "round") + " of refinement");
    }

    private ReportTable table(
            String title, String note, BiFunction<TaskResults, RefinementErrors, List<List<Cell>>> rowsOfSampler) {
        List<String> columns = new ArrayList<>(List.of("Sampler"));
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskResults task : tasks) {
            for (RefinementErrors errors : task.refinement()) {
                if (columns.size() == 1) {
                    errors.settings().budgets().forEach(samples -> columns.add(String.valueOf(samples)));
                }
                rows.addAll(rowsOfSampler.apply(task, errors));
            }
        }
        return new ReportTable(title, note, columns, rows);
    }

    private static Cell name(TaskResults task, RefinementErrors errors, String how) {
        return Cell.name(task.task() + ", " + errors.sampler().label() + how);
    }

    private static List<Cell> row(Cell name, List<OfBudget> budgets, Function<Integer, Cell> cell) {
        List<Cell> row = new ArrayList<>(List.of(name));
        for (int k = 0; k < budgets.size(); k++) {
            row.add(cell.apply(k));
        }
        return row;
    }

    private static Cell error(List<OfBudget> own, List<OfBudget> other, int k) {
        MeanAndError error = mean(own.get(k).error());
        boolean isBest = error.isClearlyBelow(mean(other.get(k).error()));
        return new Cell(error.text(3), isBest ? ReportTable.Kind.BEST : ReportTable.Kind.PLAIN);
    }

    private static Cell bias(List<OfBudget> budgets, int k) {
        return Cell.plain(mean(budgets.get(k).bias()).text(3));
    }

    private static MeanAndError mean(Estimate estimate) {
        return MeanAndError.of(List.of(estimate));
    }
}
