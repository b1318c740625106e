package org.espalier.fst;

import java.util.List;
import org.espalier.fst.base.Plural;

/**
 * Why a machine does not generate a pair: the furthest that any of its paths got.
 *
 * @param inputMatched how many symbols of x the furthest path read
 * @param outputMatched how many symbols of y it wrote
 * @param unknownInput symbols of x that no arc of the machine reads
 * @param unknownOutput symbols of y that no arc of the machine writes
 * @param maxMarks the bound on marks that paths were looked for within, or 0 if there was none
 */
public record NoPathReason(
        int inputMatched, int outputMatched, List<String> unknownInput, List<String> unknownOutput, int maxMarks) {
    static NoPathReason of(List<String> unknownInput, List<String> unknownOutput) {
        return new NoPathReason(0, 0, unknownInput, unknownOutput, 0);
    }

    static NoPathReason at(int position, int width) {
        return new NoPathReason(position / width, position % width, List.of(), List.of(), 0);
    }

    NoPathReason within(int bound) {
        return new NoPathReason(inputMatched, outputMatched, unknownInput, unknownOutput, bound);
    }

    /** Of two positions i·width+j the one with more symbols matched, and of equal ones that with more input. */
    static int further(int p, int q, int width) {
        int more = (p / width + p % width) - (q / width + q % width);
        return more > 0 || (more == 0 && p > q) ? p : q;
    }

    /** One line for a person, given the pair. */
    public String describe(List<String> x, List<String> y) {
        if (!unknownInput.isEmpty() || !unknownOutput.isEmpty()) {
            return "the machine has no " + unknown("input", unknownInput)
                    + (unknownInput.isEmpty() || unknownOutput.isEmpty() ? "" : " and no ")
                    + unknown("output", unknownOutput);
        }
        String sought = maxMarks == 0 ? "no path of the machine" : "no path of at most " + Plural.of(maxMarks, "mark");
        return sought + " generates this pair: the furthest matched " + inputMatched + " of "
                + Plural.of(x.size(), "input symbol") + " and " + outputMatched + " of "
                + Plural.of(y.size(), "output symbol")
                + stuck("input", x, inputMatched) + stuck("output", y, outputMatched);
    }

    private static String unknown(String tape, List<String> symbols) {
        return symbols.isEmpty() ? "" : tape + " symbol " + MachineCheck.shown(symbols, ", ");
    }

    private static String stuck(String tape, List<String> string, int at) {
        return at < string.size() ? "; next " + tape + " symbol: " + string.get(at) : "";
    }
}
