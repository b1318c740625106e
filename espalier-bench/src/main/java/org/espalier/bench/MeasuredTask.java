package org.espalier.bench;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;

/** A machine and the lattices of some pairs, which training builds before its first step. */
record MeasuredTask(String name, Mfst machine, List<Lattice> lattices) {
    MeasuredTask {
        lattices = List.copyOf(lattices);
    }

    /** Returns SCAN's longer pairs and random pairs of the ciphers. */
    static List<MeasuredTask> all(int pairs, long seed) {
        Mfst scan = SyntheticTasks.scan();
        Mfst cipher = SyntheticTasks.cipher(seed);
        return List.of(
                of("SCAN 8×24–26", scan, ScanPairs.sample(scan, pairs, seed)),
                of("ciphers 12×12", cipher, SyntheticTasks.pairs(cipher, pairs, 12, 12, seed)));
    }

    private static MeasuredTask of(String name, Mfst machine, List<SyntheticTasks.Pair> pairs) {
        LatticeBuilder builder = Lattices.of(machine).builder();
        return new MeasuredTask(
                name,
                machine,
                pairs.stream().map(pair -> builder.build(pair.x(), pair.y())).toList());
    }
}
