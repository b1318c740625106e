package org.espalier.fst.io;

import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Random small weighted transducers, and their content as text. */
final class RandomFsts {
    private static final float[] WEIGHTS = {0, 0, 0.5f, -1.25f, 3, 100000, 0.125f, VectorFst.ZERO};

    private RandomFsts() {}

    /**
     * Returns a random transducer.
     *
     * @param tables whether it has symbol tables, in which some keys are missing
     */
    static VectorFst fst(Random random, boolean acceptor, boolean tables) {
        VectorFst.Builder fst = VectorFst.builder();
        int states = random.nextInt(6);
        for (int s = 0; s < states; s++) {
            fst.state();
            if (random.nextBoolean()) {
                fst.finalWeight(s, weight(random));
            }
        }
        if (states > 0) {
            fst.start(random.nextInt(states));
            for (int a = random.nextInt(12); a > 0; a--) {
                int input = random.nextInt(5);
                int output = acceptor ? input : random.nextInt(5);
                fst.arc(random.nextInt(states), random.nextInt(states), input, output, weight(random));
            }
        }
        return tables
                ? fst.symbols(
                                table("in", i -> "é" + i),
                                acceptor ? table("in", i -> "é" + i) : table("out", i -> "#" + i))
                        .build()
                : fst.build();
    }

    static String text(VectorFst fst, OpenFstText.Form form) {
        StringBuilder text = new StringBuilder();
        OpenFstText.write(fst, form, text);
        return text.toString();
    }

    /** Returns the complete content, so that equal texts mean equal transducers. */
    static String describe(VectorFst fst) {
        StringBuilder text = new StringBuilder("start " + fst.start() + "\n");
        for (int s = 0; s < fst.states(); s++) {
            text.append(s).append(" / ").append(fst.finalWeight(s)).append('\n');
            for (int a = fst.firstArc(s); a < fst.endArc(s); a++) {
                text.append("  ")
                        .append(fst.inputLabel(a))
                        .append(':')
                        .append(fst.outputLabel(a))
                        .append(" / ")
                        .append(fst.weight(a))
                        .append(" -> ")
                        .append(fst.target(a))
                        .append('\n');
            }
        }
        return text.append(describe(fst.inputSymbols().orElse(null)))
                .append(describe(fst.outputSymbols().orElse(null)))
                .toString();
    }

    private static String describe(@Nullable SymbolTable table) {
        return table == null ? "none\n" : table.name() + " " + table.symbols() + "\n";
    }

    private static SymbolTable table(String name, IntFunction<String> symbol) {
        SymbolTable.Builder table = SymbolTable.builder(name).add("<epsilon>", 0);
        for (int key = 10; key > 0; key -= key == 9 ? 2 : 1) {
            table.add(symbol.apply(key), key);
        }
        return table.build();
    }

    private static float weight(Random random) {
        return WEIGHTS[random.nextInt(WEIGHTS.length)];
    }

    /** Returns a copy of a transducer with these symbol tables, or none. Labels keep their numbers. */
    static VectorFst withSymbols(VectorFst fst, @Nullable SymbolTable input, @Nullable SymbolTable output) {
        VectorFst.Builder copy = VectorFst.builder().symbols(input, output);
        for (int s = 0; s < fst.states(); s++) {
            copy.finalWeight(copy.state(), fst.finalWeight(s));
        }
        for (int s = 0; s < fst.states(); s++) {
            for (int a = fst.firstArc(s); a < fst.endArc(s); a++) {
                copy.arc(s, fst.target(a), fst.inputLabel(a), fst.outputLabel(a), fst.weight(a));
            }
        }
        return fst.start() == VectorFst.NO_STATE
                ? copy.build()
                : copy.start(fst.start()).build();
    }
}
