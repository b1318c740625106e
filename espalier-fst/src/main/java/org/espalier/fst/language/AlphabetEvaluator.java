package org.espalier.fst.language;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions that denote alphabets, each once. Symbols keep the order of their first occurrence. */
final class AlphabetEvaluator {
    private final ProgramSource source;
    private final @Nullable DataSymbols data;
    private final ReferencedFiles files;
    private final Map<String, Set<String>> named = new HashMap<>();
    private final IdentityHashMap<SymbolSet, Set<String>> evaluated = new IdentityHashMap<>();

    AlphabetEvaluator(ProgramSource source, @Nullable DataSymbols data, ReferencedFiles files) {
        this.source = source;
        this.data = data;
        this.files = files;
    }

    void define(Definition.OfAlphabet definition) {
        named.put(definition.name(), symbols(definition.set()));
    }

    /** Returns the alphabet defined under a name, or null. */
    @Nullable
    Set<String> named(String name) {
        return named.get(name);
    }

    Set<String> symbols(SymbolSet set) {
        Set<String> known = evaluated.get(set);
        if (known == null) {
            known = Collections.unmodifiableSet(new LinkedHashSet<>(evaluate(set)));
            evaluated.put(set, known);
        }
        return known;
    }

    private Collection<String> evaluate(SymbolSet set) {
        if (set instanceof SymbolSet.Listed listed) {
            return listed.symbols();
        }
        if (set instanceof SymbolSet.FromData fromData) {
            return fromData(fromData);
        }
        if (set instanceof SymbolSet.FromFile fromFile) {
            return files.symbols(fromFile.place(), fromFile.file());
        }
        if (set instanceof SymbolSet.Named reference) {
            return requireNonNull(named.get(reference.name()));
        }
        return combine((SymbolSet.Combined) set);
    }

    private Collection<String> fromData(SymbolSet.FromData set) {
        if (data == null) {
            throw source.error(
                            set.place(),
                            "'from data' needs data, and there is none; give pairs, or an input and an output")
                    .withSettings("pairs", "x", "y");
        }
        return switch (set.name()) {
            case DefinedNames.INPUT -> data.input();
            case DefinedNames.TAGS -> data.tags();
            default -> data.output();
        };
    }

    private Collection<String> combine(SymbolSet.Combined combined) {
        Set<String> result = new LinkedHashSet<>(symbols(combined.first()));
        for (SymbolSet.Step step : combined.steps()) {
            Set<String> operand = symbols(step.operand());
            switch (step.operator()) {
                case UNION -> result.addAll(operand);
                case INTERSECTION -> result.retainAll(operand);
                case DIFFERENCE -> result.removeAll(operand);
            }
        }
        return result;
    }
}
