package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;

/**
 * What one worker computes of a step.
 *
 * @param parts its pairs, in as many batches as are to be in memory one after the other; none if others have all pairs
 * @param of how many pairs all those have whose gradients are added up, which each pair's contribution is divided by
 */
public record WorkerBatch(List<Part> parts, int of) {
    /**
     * Pairs that are computed together.
     *
     * @param pairs the number of each in its data, on which its random stream depends
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Part(List<Lattice> lattices, int[] pairs) {
        LatticeBatch batch() {
            return LatticeBatch.of(lattices);
        }

        /** How long the pair at a place is, with its end: about what its strings cost. */
        int symbols(int place) {
            Lattice lattice = lattices.get(place);
            return lattice.input().length + lattice.output().length + 1;
        }

        /** The pairs at some places. */
        Part some(List<Integer> places) {
            return new Part(
                    places.stream().map(lattices::get).toList(),
                    places.stream().mapToInt(place -> pairs[place]).toArray());
        }
    }

    public WorkerBatch {
        parts = List.copyOf(parts);
    }

    /** All pairs of a step at once. */
    public static WorkerBatch all(List<Lattice> lattices, int... pairs) {
        return new WorkerBatch(List.of(new Part(lattices, pairs)), pairs.length);
    }

    /** Pairs in so many parts of nearly one size, or in fewer if there are fewer pairs. */
    static WorkerBatch of(LatticeSource source, int[] pairs, int parts, int of) {
        List<Part> result = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int[] own = slice(pairs, part, parts);
            if (own.length > 0) {
                result.add(new Part(Arrays.stream(own).mapToObj(source::lattice).toList(), own));
            }
        }
        return new WorkerBatch(result, of);
    }

    /** The part with this number, from 0, of so many of nearly one size. */
    static int[] slice(int[] pairs, int number, int of) {
        return Arrays.copyOfRange(pairs, boundary(pairs, number, of), boundary(pairs, number + 1, of));
    }

    private static int boundary(int[] pairs, int number, int of) {
        return Math.toIntExact((long) pairs.length * number / of);
    }

    int pairs() {
        return parts.stream().mapToInt(part -> part.pairs.length).sum();
    }
}
