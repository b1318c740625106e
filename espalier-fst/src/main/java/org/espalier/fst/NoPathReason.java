package org.espalier.fst;

import java.util.List;
import org.espalier.fst.base.Plural;

/**
 * The reason why a machine does not generate a pair: how far its furthest path gets.
 *
 * @param inputMatched the number of symbols of x that the furthest path reads
 * @param outputMatched the number of symbols of y that it writes
 * @param unknownInput the symbols of x that the machine's input alphabet lacks
 * @param unknownOutput the symbols of y that the machine's output alphabet lacks
 * @param maxMarks the bound on the length of mark strings, or 0 for no bound
 */
public record NoPathReason(
        int inputMatched, int outputMatched, List<String> unknownInput, List<String> unknownOutput, int maxMarks) {
    static NoPathReason of(List<String> unknownInput, List<String> unknownOutput) {
        return new NoPathReason(0, 0, unknownInput, unknownOutput, 0);
    }

    static NoPathReason at(int position, int width) {
        return new NoPathReason(position / width, position % width, List.of(), List.of(), 0);
    }

    /** Returns how far a pair agrees with the strings that every path reads and writes first. */
    static NoPathReason atStart(IntString startIn, IntString startOut, int[] x, int[] y) {
        return new NoPathReason(
                startIn.commonPrefixLength(IntString.of(x)),
                startOut.commonPrefixLength(IntString.of(y)),
                List.of(),
                List.of(),
                0);
    }

    NoPathReason within(int bound) {
        return new NoPathReason(inputMatched, outputMatched, unknownInput, unknownOutput, bound);
    }

    /** Returns the position i·width+j with more matched symbols; if both have as many, the one with more input. */
    static int further(int p, int q, int width) {
        int more = (p / width + p % width) - (q / width + q % width);
        return more > 0 || (more == 0 && p > q) ? p : q;
    }

    /**
     * Returns one line for a person.
     *
     * @param x the input of the pair
     * @param y the output of the pair
     */
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
                + nextSymbol("input", x, inputMatched) + nextSymbol("output", y, outputMatched);
    }

    private static String unknown(String tape, List<String> symbols) {
        return symbols.isEmpty() ? "" : tape + " symbol " + MachineCheck.shown(symbols, ", ");
    }

    private static String nextSymbol(String tape, List<String> string, int at) {
        return at < string.size() ? "; next " + tape + " symbol: " + string.get(at) : "";
    }
}
