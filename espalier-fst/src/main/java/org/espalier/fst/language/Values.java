package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.language.Label.Atom;
import org.jspecify.annotations.Nullable;

/** What the variables stand for at the moment: each for a string of symbols, one unless a table says otherwise. */
final class Values {
    private final Map<String, List<String>> values = new HashMap<>();

    /** Sets a variable and returns the value that it hides, for {@link #restore}. */
    @Nullable
    List<String> set(String variable, List<String> value) {
        return values.put(variable, value);
    }

    void restore(String variable, @Nullable List<String> hidden) {
        if (hidden == null) {
            values.remove(variable);
        } else {
            values.put(variable, hidden);
        }
    }

    List<String> of(String variable) {
        return values.getOrDefault(variable, List.of());
    }

    List<String> of(Label label) {
        List<Atom> atoms = label.atoms();
        if (atoms.size() == 1) {
            return of(atoms.get(0));
        }
        List<String> string = new ArrayList<>();
        for (Atom atom : atoms) {
            string.addAll(of(atom));
        }
        return string;
    }

    private List<String> of(Atom atom) {
        return atom instanceof Atom.Variable variable ? of(variable.name()) : List.of(((Atom.Literal) atom).symbol());
    }
}
