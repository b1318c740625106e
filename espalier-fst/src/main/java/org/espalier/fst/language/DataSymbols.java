package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;

/**
 * The symbols of the data: the meaning of {@code from data} in a program.
 *
 * @param input the symbols of the inputs, in the order in which the alphabet numbers them
 * @param output the symbols of the outputs, in the order in which the alphabet numbers them
 * @param tags those of the input symbols that are tags, such as the features of an inflected form, and not letters
 */
public record DataSymbols(List<String> input, List<String> output, List<String> tags) {
    public DataSymbols {
        input = List.copyOf(input);
        output = List.copyOf(output);
        tags = List.copyOf(tags);
    }

    /** Symbols of which none is a tag. */
    public DataSymbols(List<String> input, List<String> output) {
        this(input, output, List.of());
    }

    /** Returns the symbols of the inputs that are not tags. */
    public List<String> letters() {
        List<String> letters = new ArrayList<>(input);
        letters.removeAll(tags);
        return letters;
    }
}
