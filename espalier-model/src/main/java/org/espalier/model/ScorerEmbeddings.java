package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The embeddings of the marks and, for a conditional scorer, of the symbols of x. If they are tied, a symbol of x shares the
 * embedding of the mark that has its name.
 */
final class ScorerEmbeddings {
    /** One row per mark, one for the beginning of a string and, if tied, one for each symbol of x that no mark is named after. */
    final Tensor table;

    private final boolean tied;
    private final int[] rowOfInput;

    /** @param deviation the standard deviation of the initial values */
    ScorerEmbeddings(Parameters parameters, ScorerSettings settings, Vocabulary vocabulary, double deviation) {
        this.tied = settings.tied();
        this.rowOfInput = new int[vocabulary.inputs()];
        int rows = vocabulary.marks() + 1;
        for (int symbol = 0; symbol < rowOfInput.length; symbol++) {
            int mark = vocabulary.markOfInput().get(symbol);
            rowOfInput[symbol] = !tied ? symbol : mark >= 0 ? mark : rows++;
        }
        this.table = parameters.normal("embedding", deviation, rows, settings.dimension());
    }

    /** Creates the network that reads inputs, given as {@link #rowsOf} returns them. */
    PositionEncoder encoder(Parameters parameters, String name, RecurrentNetwork.Form form, int dimension) {
        Tensor embedding = tied ? table : parameters.normal(name + ".embedding", 1, rowOfInput.length, dimension);
        return new PositionEncoder(parameters, name, form, embedding, dimension, dimension);
    }

    /** Returns the rows of the embeddings of the symbols of some inputs. */
    List<int[]> rowsOf(List<int[]> inputs) {
        return inputs.stream()
                .map(x -> Arrays.stream(x).map(symbol -> rowOfInput[symbol]).toArray())
                .toList();
    }
}
