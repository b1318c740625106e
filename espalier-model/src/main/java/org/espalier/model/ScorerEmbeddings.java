package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The embeddings of a scorer's symbols. If they are tied, a symbol has a single one: the symbols of x share those of the marks
 * that have their names, and the output layer multiplies h by the embeddings that the network of marks reads.
 */
final class ScorerEmbeddings {
    /** One row per mark, one for the beginning of a string and, if tied, one for each symbol of x that no mark is named after. */
    final Tensor table;

    private final boolean tied;
    private final int marks;
    private final int dimension;
    private final int[] rowOfInput;
    private final double outputScale;

    /** @param deviation the standard deviation of the initial values */
    ScorerEmbeddings(Parameters parameters, ScorerSettings settings, Vocabulary vocabulary, double deviation) {
        this.tied = settings.tied();
        this.marks = vocabulary.marks();
        this.dimension = settings.dimension();
        this.rowOfInput = new int[vocabulary.inputs()];
        int rows = marks + 1;
        for (int symbol = 0; symbol < rowOfInput.length; symbol++) {
            int mark = vocabulary.markOfInput().get(symbol);
            rowOfInput[symbol] = !tied ? symbol : mark >= 0 ? mark : rows++;
        }
        this.table = parameters.normal("embedding", deviation, rows, dimension);
        // The rows of the output layer then have lengths of about 1 at first, as they have if they are not tied.
        this.outputScale = 1 / (deviation * Math.sqrt(dimension));
    }

    /** Creates the network that reads inputs, given as {@link #rowsOf} returns them. */
    PositionEncoder encoder(Parameters parameters, String name, RecurrentNetwork.Form form) {
        return new PositionEncoder(
                parameters,
                name,
                form,
                tied ? table : parameters.normal(name + ".embedding", 1, rowOfInput.length, dimension),
                dimension,
                dimension);
    }

    /** Returns the rows of the embeddings of the symbols of some inputs. */
    List<int[]> rowsOf(List<int[]> inputs) {
        return inputs.stream()
                .map(x -> Arrays.stream(x).map(symbol -> rowOfInput[symbol]).toArray())
                .toList();
    }

    /** Returns the width of the part of the output layer that is its own. */
    long ownWidth(long width) {
        return tied ? width - dimension : width;
    }

    /** Returns the weights of the output layer, given those that are its own. */
    Tensor output(Tensor own) {
        return tied
                ? torch.cat(new TensorVector(Torch.rows(table, 0, marks + 1L).mul(new Scalar(outputScale)), own), 1)
                : own;
    }
}
