package org.espalier.fst.draw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOrigins;
import org.espalier.fst.Mfst;

/**
 * Divides a lattice into sheets: grids that are drawn beside each other, one for each state of T that operations start
 * from, such as one for each cipher, where several such states occur in one cell.
 *
 * <p>A state of the lattice between two operations is a home. It belongs to the sheets of the states of T that its
 * paths can be at. The other states are beads on an operation between homes. A state of T that merely cuts an operation
 * in two, as in machines with one mark per arc, makes no home.
 */
final class GridLayers {
    /** No sheet, or several. */
    static final int NONE = -1;

    private final int[][] homes;
    private final int[] sheetOfArc;
    private final int[] number;
    private final int count;
    private final BitSet detached = new BitSet();

    GridLayers(Lattice lattice) {
        Mfst machine = lattice.machine();
        LatticeOrigins origins = lattice.origins();
        BitSet hubs = hubs(machine);
        homes = new int[lattice.states()][];
        for (int s = 0; s < homes.length; s++) {
            homes[s] = Arrays.stream(origins.states(s)).filter(hubs::get).toArray();
        }
        findDetached(lattice);
        number = new int[machine.states()];
        Arrays.fill(number, NONE);
        count = numberSheets(lattice);
        int[] sheetOfMachineArc = sheetsOfArcs(machine);
        sheetOfArc = new int[lattice.arcs()];
        for (int a = 0; a < sheetOfArc.length; a++) {
            sheetOfArc[a] = only(Arrays.stream(origins.of(a)).map(arc -> sheetOfMachineArc[arc]));
        }
    }

    /**
     * Returns the sheet of each arc of T: that of the hub that leads to it, or, at the start, of the hub that it leads
     * to.
     */
    private int[] sheetsOfArcs(Mfst machine) {
        int[] sheet = number.clone();
        IntArrayList todo = new IntArrayList();
        IntStream.range(0, sheet.length).filter(q -> sheet[q] != NONE).forEach(todo::add);
        for (int k = 0; k < todo.size(); k++) {
            int q = todo.getInt(k);
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                int to = machine.target(a);
                if (sheet[to] == NONE) {
                    sheet[to] = sheet[q];
                    todo.add(to);
                }
            }
        }
        return IntStream.range(0, machine.arcs())
                .map(a -> sheet[machine.source(a)] == NONE ? sheet[machine.target(a)] : sheet[machine.source(a)])
                .toArray();
    }

    /** Assigns different sheets to states of T that occur in the same cell, and returns the number of sheets. */
    private int numberSheets(Lattice lattice) {
        Map<Integer, BitSet> meetings = new HashMap<>();
        BitSet used = new BitSet();
        for (int s = detached.nextClearBit(0); s < homes.length; s = detached.nextClearBit(s + 1)) {
            BitSet meeting = meetings.computeIfAbsent(GridLayout.cell(lattice, s), cell -> new BitSet());
            for (int q : homes[s]) {
                meeting.set(q);
                used.set(q);
            }
        }
        int sheets = 0;
        for (int q = used.nextSetBit(0); q >= 0; q = used.nextSetBit(q + 1)) {
            BitSet taken = new BitSet();
            for (BitSet meeting : meetings.values()) {
                if (meeting.get(q)) {
                    meeting.stream().filter(other -> number[other] != NONE).forEach(other -> taken.set(number[other]));
                }
            }
            number[q] = taken.nextClearBit(0);
            sheets = Math.max(sheets, number[q] + 1);
        }
        return sheets;
    }

    /**
     * Returns the hubs: states of T that do not merely cut an operation in two. They are the initial state, final
     * states, states with a loop, and states with several predecessors and several successors.
     */
    private static BitSet hubs(Mfst machine) {
        IntOpenHashSet[] before = new IntOpenHashSet[machine.states()];
        IntOpenHashSet[] after = new IntOpenHashSet[machine.states()];
        Arrays.setAll(before, q -> new IntOpenHashSet());
        Arrays.setAll(after, q -> new IntOpenHashSet());
        for (int a = 0; a < machine.arcs(); a++) {
            before[machine.target(a)].add(machine.source(a));
            after[machine.source(a)].add(machine.target(a));
        }
        BitSet hubs = new BitSet();
        hubs.set(machine.initial());
        for (int q = 0; q < machine.states(); q++) {
            boolean joins = before[q].size() > 1 && after[q].size() > 1;
            if (joins || after[q].contains(q) || machine.isFinal(q)) {
                hubs.set(q);
            }
        }
        return hubs;
    }

    /**
     * Finds the homes beside the grid: a start that is never reached again and an end that is never left, if other
     * homes have the same position.
     */
    private void findDetached(Lattice lattice) {
        Mfst machine = lattice.machine();
        BitSet entered = new BitSet();
        IntStream.range(0, machine.arcs()).map(machine::target).forEach(entered::set);
        boolean[] candidate = new boolean[homes.length];
        for (int s = 0; s < homes.length; s++) {
            candidate[s] = homes[s].length > 0
                    && (Arrays.stream(homes[s]).noneMatch(entered::get)
                            || Arrays.stream(homes[s]).allMatch(q -> machine.firstArc(q) == machine.endArc(q)));
        }
        BitSet crowded = new BitSet();
        for (int s = 0; s < homes.length; s++) {
            if (homes[s].length > 0 && !candidate[s]) {
                crowded.set(GridLayout.cell(lattice, s));
            }
        }
        for (int s = 0; s < homes.length; s++) {
            detached.set(s, candidate[s] && crowded.get(GridLayout.cell(lattice, s)));
        }
    }

    private static int only(IntStream sheets) {
        int[] distinct = sheets.distinct().toArray();
        return distinct.length == 1 ? distinct[0] : NONE;
    }

    int count() {
        return count;
    }

    boolean isHome(int state) {
        return homes[state].length > 0;
    }

    /** Returns whether a home lies beside the grid: before it at the start, after it at the end. */
    boolean isDetached(int state) {
        return detached.get(state);
    }

    /** Returns the place of a home among the sheets, from -1 for the first to 1 for the last. */
    double laneOfState(int state) {
        return Arrays.stream(homes[state])
                .filter(q -> number[q] != NONE)
                .mapToDouble(q -> lane(number[q]))
                .average()
                .orElse(0);
    }

    double lane(int sheet) {
        return count == 1 ? 0 : 2.0 * sheet / (count - 1) - 1;
    }

    int sheetOfState(int state) {
        return only(Arrays.stream(homes[state]).map(q -> number[q]));
    }

    /** Returns the sheet of the operations that contain an arc. */
    int sheetOfArc(int arc) {
        return sheetOfArc[arc];
    }
}
