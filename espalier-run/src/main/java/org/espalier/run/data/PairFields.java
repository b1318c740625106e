package org.espalier.run.data;

import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.LineReader.Field;

/**
 * The parts of a line of a file of pairs, or of inputs.
 *
 * @param x the input
 * @param outputs the outputs: one of a pair, any number of an input
 * @param tags the column of tags
 * @param count the column of weights
 * @param id the column of names
 * @param units the units of an alignment, if the line has one
 */
record PairFields(
        Field x,
        List<Field> outputs,
        Optional<Field> tags,
        Optional<Field> count,
        Optional<Field> id,
        List<Pair.Unit> units) {
    PairFields(Field x, List<Field> outputs, Optional<Field> tags, Optional<Field> count, Optional<Field> id) {
        this(x, outputs, tags, count, id, List.of());
    }

    static PairFields of(Field x, Field y) {
        return new PairFields(x, List.of(y), Optional.empty(), Optional.empty(), Optional.empty());
    }

    PairFields with(List<Pair.Unit> alignment) {
        return new PairFields(x, outputs, tags, count, id, alignment);
    }
}
