package org.espalier.run.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/**
 * What one arc of the machine does to a pair.
 *
 * @param i how many symbols of x are read before it
 * @param j how many symbols of y are written before it
 * @param read the symbols of x that it reads
 * @param written the symbols of y that it writes
 * @param marks those of the arc
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
                symbols(machine, arc, Tape.INPUT),
                symbols(machine, arc, Tape.OUTPUT),
                symbols(machine, arc, Tape.MARKS));
    }

    private static List<String> symbols(Mfst machine, int arc, Tape tape) {
        return IntStream.range(0, machine.length(arc, tape))
                .mapToObj(k -> machine.alphabet(tape).symbol(machine.symbol(arc, tape, k)))
                .toList();
    }

    /** Whether it neither reads nor writes, as the choice of a cipher does. */
    public boolean isSilent() {
        return read.isEmpty() && written.isEmpty();
    }

    /** Each symbol read with each symbol written, or each with nothing if there are none on the other side. */
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
