package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.fst.language.Expression.Comprehension;
import org.espalier.fst.language.Expression.Concatenation;
import org.espalier.fst.language.LabelTemplate.Atom;

/**
 * Moves factors out of a comprehension that do not depend on it. The body of {@code [a in S] a:_ [b in S] b:_} extends
 * to the end, so the second range would be expanded once for each value of the first. Concatenation distributes over
 * union, so {@code ([a in S] a:_) ([b in S] b:_)} has the same paths with |S|+|S| arcs instead of |S|·|S|.
 */
final class Factoring {
    private Factoring() {}

    /**
     * Returns the union of a body over its binders, with the first and last factors that mention no variable moved out
     * of it.
     */
    static Expression comprehension(SourcePosition place, List<Binder> binders, Expression body) {
        List<Expression> factors =
                body instanceof Concatenation concatenation ? concatenation.factors() : List.of(body);
        Set<String> variables = variables(binders);
        int start = 0;
        int end = factors.size();
        while (start < end && !mentions(factors.get(start), variables)) {
            start++;
        }
        while (end > start && !mentions(factors.get(end - 1), variables)) {
            end--;
        }
        if (start == end || (start == 0 && end == factors.size())) {
            return new Comprehension(place, binders, body);
        }
        List<Expression> all = new ArrayList<>(factors.subList(0, start));
        List<Expression> core = factors.subList(start, end);
        all.add(new Comprehension(
                place,
                binders,
                core.size() == 1 ? core.get(0) : new Concatenation(core.get(0).place(), core)));
        all.addAll(factors.subList(end, factors.size()));
        return new Concatenation(place, all);
    }

    static Set<String> variables(List<Binder> binders) {
        Set<String> variables = new HashSet<>();
        for (Binder binder : binders) {
            if (binder instanceof Binder.InSet range) {
                variables.add(range.variable());
            } else if (binder instanceof Binder.InTable range) {
                variables.addAll(range.variables());
            }
        }
        return variables;
    }

    /** Returns whether an expression depends on any of these variables. */
    static boolean mentions(Expression expression, Set<String> variables) {
        if (expression instanceof Expression.Arc arc) {
            return mentions(arc.input(), variables)
                    || mentions(arc.output(), variables)
                    || mentions(arc.marks(), variables);
        }
        if (expression instanceof Comprehension inner) {
            return mentions(inner, variables);
        }
        return expression.children().stream().anyMatch(child -> mentions(child, variables));
    }

    private static boolean mentions(Comprehension inner, Set<String> variables) {
        Set<String> visible = new HashSet<>(variables);
        for (Binder binder : inner.binders()) {
            if (binder instanceof Binder.Condition condition
                    && (mentions(condition.left(), visible) || mentions(condition.right(), visible))) {
                return true;
            }
            visible.removeAll(variables(List.of(binder)));
        }
        return mentions(inner.body(), visible);
    }

    private static boolean mentions(LabelTemplate label, Set<String> variables) {
        return label.atoms().stream()
                .anyMatch(atom -> atom instanceof Atom.Variable variable && variables.contains(variable.name()));
    }
}
