package org.espalier.run.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Lattice;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;

/**
 * The states and arcs of a lattice as JSON, in the order of their numbers.
 *
 * @param states for each state its position {@code i}, {@code j}, and whether it is {@code final}
 * @param arcs for each arc the states {@code from} and {@code to}, its {@code mark}, and the texts that it {@code reads} and
 *     {@code writes}
 */
public record LatticeGraph(List<Map<String, Object>> states, List<Map<String, Object>> arcs) {
    /** Lists the states and arcs of a lattice whose states have positions. */
    public static LatticeGraph of(Lattice lattice, Pair pair, Reading reading) {
        List<Map<String, Object>> states = new ArrayList<>();
        List<Map<String, Object>> arcs = new ArrayList<>();
        for (int s = 0; s < lattice.states(); s++) {
            int i = lattice.inputPosition(s);
            int j = lattice.outputPosition(s);
            states.add(Json.object("i", i, "j", j, "final", lattice.isFinal(s)));
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                int t = lattice.target(a);
                arcs.add(Json.object(
                        "from", s,
                        "to", t,
                        "mark", lattice.machine().marks().symbol(lattice.mark(a)),
                        "reads", reading.inputText(pair.x().subList(i, lattice.inputPosition(t))),
                        "writes", reading.outputText(pair.y().subList(j, lattice.outputPosition(t)))));
            }
        }
        return new LatticeGraph(states, arcs);
    }

    /** Returns the values of a JSON object. */
    public Map<String, Object> json() {
        return Json.object("states", states, "arcs", arcs);
    }
}
