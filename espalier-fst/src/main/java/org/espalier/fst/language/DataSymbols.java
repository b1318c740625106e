package org.espalier.fst.language;

import java.util.List;

/**
 * The symbols of the data: the meaning of {@code from data} in a program.
 *
 * @param input the symbols of the inputs, in the order in which the alphabet numbers them
 * @param output the symbols of the outputs, in the order in which the alphabet numbers them
 */
public record DataSymbols(List<String> input, List<String> output) {
    public DataSymbols {
        input = List.copyOf(input);
        output = List.copyOf(output);
    }
}
