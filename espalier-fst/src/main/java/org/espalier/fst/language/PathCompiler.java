package org.espalier.fst.language;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.language.Expression.Arc;
import org.espalier.fst.language.Expression.Comprehension;
import org.espalier.fst.language.Expression.Concatenation;
import org.espalier.fst.language.Expression.Named;
import org.espalier.fst.language.Expression.Union;

/**
 * Writes expressions that consist of arcs, concatenation, union and comprehension alone into one builder, as paths
 * between two states. No arc enters the first of these or leaves the second, so alternatives can share both without
 * empty arcs, and a star needs only one state that is both. So a comprehension over a large alphabet costs one arc for
 * each of its arcs, and no separate machine that is then copied.
 *
 * <p>A definition of this kind can be written in place of its name, unless it uses names itself: a chain of names that
 * each use another twice would grow exponentially.
 */
final class PathCompiler {
    private final VariableBindings ranges;
    private final Map<String, Expression> definitions = new HashMap<>();

    PathCompiler(VariableBindings ranges) {
        this.ranges = ranges;
    }

    /** Stores a definition if it can be written in place of its name, and returns whether it can. */
    boolean define(String name, Expression expression) {
        boolean isPlain = isPlain(expression, false);
        if (isPlain) {
            definitions.put(name, expression);
        }
        return isPlain;
    }

    boolean canWrite(Expression expression) {
        return isPlain(expression, true);
    }

    private boolean isPlain(Expression expression, boolean withNames) {
        return expression instanceof Arc
                || (withNames && expression instanceof Named reference && definitions.containsKey(reference.name()))
                || ((expression instanceof Concatenation
                                || expression instanceof Union
                                || expression instanceof Comprehension)
                        && expression.children().stream().allMatch(child -> isPlain(child, withNames)));
    }

    /**
     * Returns the machine of an expression for which {@link #canWrite} holds, with the current values of its variables.
     */
    Mfst machine(Expression expression) {
        if (expression instanceof Arc arc) {
            return Machines.arc(ranges.value(arc.input()), ranges.value(arc.output()), ranges.value(arc.marks()));
        }
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        machine.accept(end);
        write(expression, machine, start, end);
        return Operations.compact(machine.build());
    }

    /** Returns the machine that repeats such an expression any number of times. */
    Mfst star(Expression expression) {
        Mfst.Builder machine = Mfst.builder();
        int hub = machine.state();
        machine.accept(hub);
        write(expression, machine, hub, hub);
        return Operations.compact(machine.build());
    }

    private void write(Expression expression, Mfst.Builder machine, int from, int to) {
        if (expression instanceof Named reference) {
            write(requireNonNull(definitions.get(reference.name())), machine, from, to);
        } else if (expression instanceof Arc arc) {
            machine.arc(from, to, ranges.value(arc.input()), ranges.value(arc.output()), ranges.value(arc.marks()));
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
