package org.espalier.fst.language;

import static java.util.Objects.requireNonNull;
import static org.espalier.fst.language.ArcLimit.plus;
import static org.espalier.fst.language.ArcLimit.times;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Mfst;
import org.espalier.fst.language.Expression.Arc;
import org.espalier.fst.language.Expression.Composition;
import org.espalier.fst.language.Expression.Comprehension;
import org.espalier.fst.language.Expression.Concatenation;
import org.espalier.fst.language.Expression.Named;
import org.espalier.fst.language.Expression.Repetition;
import org.espalier.fst.language.Expression.Times;
import org.espalier.fst.language.Expression.Union;
import org.jspecify.annotations.Nullable;

/** Builds the machine of a program, definition by definition. */
final class ProgramCompiler {
    private static final int LONG_LABELS = 32;

    private final ReferencedFiles files;
    private final AlphabetEvaluator alphabets;
    private final VariableBindings ranges;
    private final PathCompiler paths;
    private final ArcLimit limit;
    private final BoundedOperations operations;
    private final Map<String, Mfst> machines = new HashMap<>();
    /** The size that each use of a machine adds. */
    private final Map<String, Long> sizes = new HashMap<>();

    private ProgramCompiler(ProgramSource source, @Nullable DataSymbols data, FileResolver files, int maxArcs) {
        this.files = new ReferencedFiles(source, files);
        alphabets = new AlphabetEvaluator(source, data, this.files);
        ranges = new VariableBindings(alphabets, this.files);
        paths = new PathCompiler(ranges);
        limit = new ArcLimit(source, maxArcs);
        operations = new BoundedOperations(limit);
    }

    static Mfst compile(
            ProgramSource source,
            List<Definition> program,
            @Nullable DataSymbols data,
            FileResolver files,
            int maxArcs) {
        ProgramCompiler compiler = new ProgramCompiler(source, data, files, maxArcs);
        program.forEach(compiler::define);
        return new DeclaredAlphabets(source, program, compiler.alphabets, compiler.files)
                .apply(compiler.named(DefinedNames.MACHINE));
    }

    private void define(Definition definition) {
        if (definition instanceof Definition.OfAlphabet alphabet) {
            alphabets.define(alphabet);
        } else if (definition instanceof Definition.OfMachine machine) {
            long size = size(machine.expression());
            limit.require(machine.place(), size, "this definition");
            Mfst made = machine(machine.expression());
            long arcs = ArcLimit.arcs(made);
            limit.keep(machine.place(), arcs);
            machines.put(machine.name(), made);
            boolean isWritten = paths.define(machine.name(), machine.expression());
            sizes.put(machine.name(), isWritten ? size : arcs);
        }
    }

    private Mfst named(String name) {
        return requireNonNull(machines.get(name));
    }

    /**
     * Returns the number of arcs and operations that an expression expands to, where very long labels count as several
     * arcs. Also checks every comprehension.
     */
    private long size(Expression expression) {
        if (expression instanceof Arc arc) {
            return 1L + arc.length() / LONG_LABELS;
        }
        if (expression instanceof Named reference) {
            return plus(1, requireNonNull(sizes.get(reference.name())));
        }
        long size = 1;
        for (Expression child : expression.children()) {
            size = plus(size, size(child));
        }
        if (expression instanceof Comprehension comprehension) {
            size = times(ranges.combinations(comprehension), size - 1);
            limit.require(comprehension.place(), size, "this comprehension");
        }
        return size;
    }

    private Mfst machine(Expression expression) {
        if (expression instanceof Named reference) {
            return named(reference.name());
        }
        if (paths.canWrite(expression)) {
            return paths.machine(expression);
        }
        if (expression instanceof Union union) {
            return operations.union(union.place(), alternatives(union));
        }
        if (expression instanceof Concatenation concatenation) {
            return operations.concat(concatenation.place(), factors(concatenation));
        }
        if (expression instanceof Repetition repetition) {
            return repeated(repetition);
        }
        if (expression instanceof Composition composition) {
            return composed(composition);
        }
        return overRanges((Comprehension) expression);
    }

    /** Returns one machine for all alternatives that are plain paths, and one for each of the others. */
    private List<Mfst> alternatives(Union union) {
        List<Expression> plain = new ArrayList<>();
        List<Mfst> made = new ArrayList<>();
        for (Expression alternative : union.alternatives()) {
            if (paths.canWrite(alternative)) {
                plain.add(alternative);
            } else {
                made.add(machine(alternative));
            }
        }
        if (!plain.isEmpty()) {
            made.add(0, paths.machine(new Union(union.place(), plain)));
        }
        return made;
    }

    /** Returns one machine for each sequence of factors that are plain paths, and one for each of the others. */
    private List<Mfst> factors(Concatenation concatenation) {
        List<Mfst> made = new ArrayList<>();
        List<Expression> plain = new ArrayList<>();
        for (Expression factor : concatenation.factors()) {
            if (paths.canWrite(factor)) {
                plain.add(factor);
            } else {
                endRun(concatenation.place(), plain, made);
                made.add(machine(factor));
            }
        }
        endRun(concatenation.place(), plain, made);
        return made;
    }

    private void endRun(SourcePosition place, List<Expression> plain, List<Mfst> made) {
        if (!plain.isEmpty()) {
            made.add(paths.machine(new Concatenation(place, List.copyOf(plain))));
            plain.clear();
        }
    }

    private Mfst repeated(Repetition repetition) {
        if (repetition.times() == Times.STAR && paths.canWrite(repetition.body())) {
            return paths.star(repetition.body());
        }
        return operations.repeat(repetition.place(), machine(repetition.body()), repetition.times());
    }

    private Mfst composed(Composition composition) {
        List<Expression> parts = composition.machines();
        Mfst result = machine(parts.get(0));
        for (Expression part : parts.subList(1, parts.size())) {
            result = operations.compose(part.place(), result, machine(part));
        }
        return result;
    }

    private Mfst overRanges(Comprehension comprehension) {
        List<Mfst> made = new ArrayList<>();
        ranges.forEach(comprehension, () -> made.add(machine(comprehension.body())));
        return operations.union(comprehension.place(), made);
    }
}
