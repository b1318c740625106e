package org.espalier.fst.language;

import java.util.List;

/**
 * The symbols that the data at hand uses: what {@code from data} means in a program.
 *
 * @param input symbols of the inputs, in the order in which the alphabet should number them
 * @param output symbols of the outputs, likewise
 */
public record DataSymbols(List<String> input, List<String> output) {
    public DataSymbols {
        input = List.copyOf(input);
        output = List.copyOf(output);
    }
}
