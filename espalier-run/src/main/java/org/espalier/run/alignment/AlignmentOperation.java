package org.espalier.run.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/**
 * A step of an alignment: one arc of the machine.
 *
 * @param i the number of symbols of x read before
 * @param j the number of symbols of y written before
 * @param read the symbols of x that the arc reads
 * @param written the symbols of y that the arc writes
 * @param marks the marks of the arc
 */
public record AlignmentOperation(int i, int j, List<String> read, List<String> written, List<String> marks) {
    public AlignmentOperation {
        read = List.copyOf(read);
        written = List.copyOf(written);
        marks = List.copyOf(marks);
    }

    static AlignmentOperation of(Mfst machine, int arc, int i, int j) {
        return new AlignmentOperation(
                i,
                j,
                machine.alphabet(Tape.INPUT).symbolsOf(machine.label(arc, Tape.INPUT)),
                machine.alphabet(Tape.OUTPUT).symbolsOf(machine.label(arc, Tape.OUTPUT)),
                machine.alphabet(Tape.MARKS).symbolsOf(machine.label(arc, Tape.MARKS)));
    }

    /** Returns whether the operation neither reads nor writes, like the choice of a cipher. */
    public boolean isSilent() {
        return read.isEmpty() && written.isEmpty();
    }

    /** Returns a link for each pair of a symbol read and a symbol written; symbols without a counterpart link to nothing. */
    public List<AlignmentLink> links() {
        List<AlignmentLink> links = new ArrayList<>();
        int[] inputs = positions(i, read.size(), written.size());
        int[] outputs = positions(j, written.size(), read.size());
        for (int input : inputs) {
            for (int output : outputs) {
                links.add(new AlignmentLink(input, output));
            }
        }
        return links;
    }

    private static int[] positions(int from, int count, int others) {
        return count == 0 && others > 0
                ? new int[] {AlignmentLink.NOTHING}
                : IntStream.range(from, from + count).toArray();
    }
}
