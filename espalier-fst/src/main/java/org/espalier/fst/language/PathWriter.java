package org.espalier.fst.language;

import java.util.List;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.language.Expression.Arc;
import org.espalier.fst.language.Expression.Comprehension;
import org.espalier.fst.language.Expression.Concatenation;
import org.espalier.fst.language.Expression.Union;

/**
 * Writes expressions made of arcs, concatenation, union and comprehension alone into one builder, as paths between two
 * states. Nothing enters the first of these or leaves the second, so that alternatives can share both without empty
 * arcs, and a comprehension over a large alphabet costs one arc for each of its arcs and no machine of its own.
 */
final class PathWriter {
    private final Ranges ranges;
    private final Values values;

    PathWriter(Ranges ranges, Values values) {
        this.ranges = ranges;
        this.values = values;
    }

    static boolean canWrite(Expression expression) {
        return expression instanceof Arc
                || ((expression instanceof Concatenation
                                || expression instanceof Union
                                || expression instanceof Comprehension)
                        && expression.children().stream().allMatch(PathWriter::canWrite));
    }

    /** The machine of an expression for which {@link #canWrite} holds, for the present values of its variables. */
    Mfst machine(Expression expression) {
        if (expression instanceof Arc arc) {
            return Machines.arc(values.of(arc.input()), values.of(arc.output()), values.of(arc.marks()));
        }
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        machine.accept(end);
        write(expression, machine, start, end);
        return Operations.compact(machine.build());
    }

    private void write(Expression expression, Mfst.Builder machine, int from, int to) {
        if (expression instanceof Arc arc) {
            machine.arc(from, to, values.of(arc.input()), values.of(arc.output()), values.of(arc.marks()));
        } else if (expression instanceof Concatenation concatenation) {
            chain(concatenation.factors(), machine, from, to);
        } else if (expression instanceof Comprehension comprehension) {
            ranges.forEach(comprehension, () -> write(comprehension.body(), machine, from, to));
        } else {
            expression.children().forEach(alternative -> write(alternative, machine, from, to));
        }
    }

    private void chain(List<Expression> factors, Mfst.Builder machine, int from, int to) {
        int at = from;
        for (Expression factor : factors.subList(0, factors.size() - 1)) {
            int next = machine.state();
            write(factor, machine, at, next);
            at = next;
        }
        write(factors.get(factors.size() - 1), machine, at, to);
    }
}
