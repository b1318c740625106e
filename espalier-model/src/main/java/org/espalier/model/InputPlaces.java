package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LegalMarks;
import org.jspecify.annotations.Nullable;

/**
 * Where prefixes of mark strings are in the inputs that they read: what a conditional scorer must know beside the marks. Joint
 * scorers ignore it.
 *
 * @param inputs the inputs, as ids of the machine's alphabet
 * @param input for each prefix the index of its input
 * @param position for each prefix how many symbols of its input it has read, as lattices and searches count them
 * @param state for each prefix the state of the canonical form that it leads to; only a masked scorer asks
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record InputPlaces(List<int[]> inputs, int[] input, int[] position, int[] state) {
    public InputPlaces {
        inputs = List.copyOf(inputs);
    }

    /** Returns the places of empty prefixes. */
    public static InputPlaces start(List<int[]> inputs, int[] input, int[] position) {
        return new InputPlaces(inputs, input, position, new int[input.length]);
    }

    /** Returns prefixes without an input, for joint scorers. */
    public static InputPlaces none(int rows) {
        return start(List.of(), new int[rows], new int[rows]);
    }

    /** Returns the places of prefixes that lead to states of a batch, as far as a scorer needs them. */
    public static InputPlaces of(MarkScorer scorer, LatticeBatch batch, int... states) {
        return scorer.isConditional()
                ? start(
                        batch.lattices().stream().map(Lattice::input).toList(),
                        Arrays.stream(states).map(batch::pair).toArray(),
                        Arrays.stream(states).map(batch::inputPosition).toArray())
                : none(states.length);
    }

    /** Returns the number of prefixes. */
    public int rows() {
        return input.length;
    }

    /**
     * Returns the places of prefixes that continue these: row i continues row {@code from[i]} with {@code marks[i]}.
     *
     * @param legal what a masked scorer knows of the machine; null for other scorers
     */
    InputPlaces advanced(int[] from, int[] marks, IntUnaryOperator positionOfRow, @Nullable LegalMarks legal) {
        if (inputs.isEmpty()) {
            return none(from.length);
        }
        int[] positions = new int[from.length];
        Arrays.setAll(positions, positionOfRow);
        int[] states = new int[from.length];
        if (legal != null) {
            Arrays.setAll(states, row -> legal.next(state[from[row]], marks[row]));
        }
        return new InputPlaces(
                inputs, Arrays.stream(from).map(row -> input[row]).toArray(), positions, states);
    }

    /** Returns the places of some prefixes, in the given order. */
    InputPlaces selected(int... rows) {
        if (inputs.isEmpty()) {
            return none(rows.length);
        }
        return new InputPlaces(inputs, select(input, rows), select(position, rows), select(state, rows));
    }

    private static int[] select(int[] values, int... rows) {
        return Arrays.stream(rows).map(row -> values[row]).toArray();
    }

    InputPlaces withStates(int[] changed) {
        return new InputPlaces(inputs, input, position, changed);
    }

    /** Returns these places, followed by others in the same inputs. */
    InputPlaces joinedWith(List<InputPlaces> others) {
        for (InputPlaces other : others) {
            if (!Arrays.deepEquals(other.inputs.toArray(), inputs.toArray())) {
                throw new IllegalStateException("walks of a conditional scorer with different inputs cannot be joined");
            }
        }
        List<InputPlaces> all = Stream.concat(Stream.of(this), others.stream()).toList();
        return new InputPlaces(
                inputs,
                all.stream().flatMapToInt(each -> Arrays.stream(each.input)).toArray(),
                all.stream().flatMapToInt(each -> Arrays.stream(each.position)).toArray(),
                all.stream().flatMapToInt(each -> Arrays.stream(each.state)).toArray());
    }
}
