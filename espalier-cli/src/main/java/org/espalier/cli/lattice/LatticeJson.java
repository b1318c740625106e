package org.espalier.cli.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.dp.LatticePath;
import org.espalier.run.result.Json;
import org.espalier.run.result.LatticeSummary;

/** Builds the JSON object of a lattice. */
final class LatticeJson {
    private LatticeJson() {}

    /** Returns the sizes of a lattice and what the options select of it. */
    static Map<String, Object> object(LatticeSummary summary, WeightedLattice weighted, LatticeViewOptions options) {
        Map<String, Object> object = summary.json();
        if (options.weights().isPresent() && !weighted.lattice().isEmpty()) {
            object.put("logTotal", weighted.logTotal());
            object.put("entropy", weighted.entropy());
        }
        if (options.best() > 0) {
            object.put("best", paths(weighted.best(options.best()), weighted));
        }
        if (options.samples() > 0) {
            object.put("samples", paths(weighted.samples(options.samples(), options.seed()), weighted));
        }
        if (options.marks()) {
            object.put("marks", weighted.sortedMarks(options.maxPaths()));
        }
        options.path().ifPresent(marks -> object.put("path", machinePath(weighted, marks)));
        return object;
    }

    private static List<Map<String, Object>> paths(List<LatticePath> paths, WeightedLattice weighted) {
        double logTotal = weighted.logTotal();
        Alphabet marks = weighted.lattice().machine().marks();
        return paths.stream()
                .map(path -> Json.object(
                        "probability", Math.exp(path.logWeight() - logTotal),
                        "logWeight", path.logWeight(),
                        "marks", marks.symbolsOf(path.marks(weighted.lattice()))))
                .toList();
    }

    private static List<Map<String, Object>> machinePath(WeightedLattice weighted, String marks) {
        Mfst machine = weighted.lattice().machine();
        List<Map<String, Object>> arcs = new ArrayList<>();
        for (int arc : weighted.machinePath(marks).arcs()) {
            Map<String, Object> object = Json.object("source", machine.source(arc), "target", machine.target(arc));
            for (Tape tape : Tape.values()) {
                object.put(tape.word(), machine.alphabet(tape).symbolsOf(machine.label(arc, tape)));
            }
            arcs.add(object);
        }
        return arcs;
    }
}
