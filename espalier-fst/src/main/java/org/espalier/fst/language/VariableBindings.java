package org.espalier.fst.language;

import static java.util.Objects.requireNonNull;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.language.Expression.Comprehension;
import org.espalier.fst.language.LabelTemplate.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Enumerates the values of the variables of a comprehension and holds the current ones. A variable stands for a string
 * of symbols: for one symbol, unless a table says otherwise.
 */
final class VariableBindings {
    private final AlphabetEvaluator alphabets;
    private final ReferencedFiles files;
    private final Map<String, List<String>> values = new HashMap<>();

    VariableBindings(AlphabetEvaluator alphabets, ReferencedFiles files) {
        this.alphabets = alphabets;
        this.files = files;
    }

    /** Returns the current value of a label. */
    List<String> value(LabelTemplate label) {
        List<Atom> atoms = label.atoms();
        if (atoms.size() == 1) {
            return value(atoms.get(0));
        }
        List<String> string = new ArrayList<>();
        for (Atom atom : atoms) {
            string.addAll(value(atom));
        }
        return string;
    }

    private List<String> value(Atom atom) {
        if (atom instanceof Atom.Variable variable) {
            return variable.spelled() ? spelled(value(variable.name())) : value(variable.name());
        }
        return List.of(((Atom.Literal) atom).symbol());
    }

    /** Returns the characters of symbols, in decomposed form: those of "ɔ̀ː" are a letter, an accent and a length mark. */
    private static List<String> spelled(List<String> symbols) {
        return symbols.stream()
                .flatMap(symbol -> Normalizer.normalize(symbol, Normalizer.Form.NFD)
                        .codePoints()
                        .mapToObj(Character::toString))
                .toList();
    }

    private List<String> value(String variable) {
        return requireNonNull(values.get(variable));
    }

    /** Returns an upper bound of the number of combinations: the product of the ranges, ignoring conditions. */
    long combinations(Comprehension comprehension) {
        long product = 1;
        for (Binder binder : comprehension.binders()) {
            product = ArcLimit.times(product, size(binder));
        }
        return product;
    }

    private long size(Binder binder) {
        if (binder instanceof Binder.InSet range) {
            return alphabets.symbols(range.set()).size();
        }
        return binder instanceof Binder.InTable range ? rows(range).size() : 1;
    }

    private List<List<List<String>>> rows(Binder.InTable range) {
        return files.table(range.place(), range.file(), range.variables().size());
    }

    /**
     * Calls an action once for each distinct choice of the variables that the body mentions. Choices that differ only
     * in other variables count once: a union is over a set, and the same paths must not be created twice.
     */
    void forEach(Comprehension comprehension, Runnable action) {
        List<String> variables =
                Factoring.variables(comprehension.binders()).stream().sorted().toList();
        List<String> mentioned = variables.stream()
                .filter(variable -> Factoring.mentions(comprehension.body(), Set.of(variable)))
                .toList();
        if (mentioned.size() == variables.size()) {
            from(comprehension.binders(), 0, action);
            return;
        }
        Set<List<List<String>>> seen = new HashSet<>();
        from(comprehension.binders(), 0, () -> {
            if (seen.add(mentioned.stream().map(this::value).toList())) {
                action.run();
            }
        });
    }

    private void from(List<Binder> binders, int first, Runnable action) {
        int k = first;
        while (k < binders.size() && binders.get(k) instanceof Binder.Condition condition) {
            if (!holds(condition)) {
                return;
            }
            k++;
        }
        if (k == binders.size()) {
            action.run();
            return;
        }
        int next = k + 1;
        if (binders.get(k) instanceof Binder.InSet range) {
            List<String> variable = List.of(range.variable());
            for (String symbol : alphabets.symbols(range.set())) {
                with(variable, List.of(List.of(symbol)), () -> from(binders, next, action));
            }
        } else if (binders.get(k) instanceof Binder.InTable range) {
            for (List<List<String>> row : rows(range)) {
                with(range.variables(), row, () -> from(binders, next, action));
            }
        }
    }

    private boolean holds(Binder.Condition condition) {
        return value(condition.left()).equals(value(condition.right())) == condition.wantEqual();
    }

    /** Calls an action while variables have these values. */
    private void with(List<String> variables, List<List<String>> row, Runnable action) {
        List<@Nullable List<String>> hidden = new ArrayList<>(variables.size());
        for (int k = 0; k < variables.size(); k++) {
            hidden.add(values.put(variables.get(k), row.get(k)));
        }
        action.run();
        for (int k = 0; k < variables.size(); k++) {
            restore(variables.get(k), hidden.get(k));
        }
    }

    private void restore(String variable, @Nullable List<String> hidden) {
        if (hidden == null) {
            values.remove(variable);
        } else {
            values.put(variable, hidden);
        }
    }
}
