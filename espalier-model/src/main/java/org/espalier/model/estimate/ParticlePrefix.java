package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.espalier.model.LatticeBatch;
import org.jspecify.annotations.Nullable;

/**
 * A prefix of a mark string, or a complete string. Particles with equal prefixes share one, also those of different filters
 * of a pair.
 */
final class ParticlePrefix {
    private final @Nullable ParticlePrefix shorter;
    private final @Nullable Step step;
    private final int state;
    private final int length;
    private final int progress;
    private final double logQ;
    private final double logP;
    private final double logTarget;

    /**
     * The last step of a prefix.
     *
     * @param rows the walks in which the prefix without this step is a row
     * @param row its row
     * @param choice the choice at its state
     * @param symbol the mark of the choice, or EOS
     */
    record Step(ParticleRows rows, int row, int choice, int symbol) {}

    /** @param state the state that the prefix leads to; -1 for a complete string */
    private ParticlePrefix(
            LatticeBatch batch,
            @Nullable ParticlePrefix shorter,
            @Nullable Step step,
            int state,
            double logQ,
            double logP,
            double logTarget) {
        this.shorter = shorter;
        this.step = step;
        this.state = state;
        this.length = shorter == null ? 0 : shorter.length + 1;
        this.progress = state < 0 ? Integer.MAX_VALUE : progress(batch, state, length);
        this.logQ = logQ;
        this.logP = logP;
        this.logTarget = logTarget;
    }

    /** Returns the empty prefix of a pair. */
    static ParticlePrefix empty(LatticeBatch batch, FutureValues future, int pair) {
        int state = batch.root(pair);
        return new ParticlePrefix(batch, null, null, state, 0, 0, future.logTarget(state, 0, 0));
    }

    /** Returns this prefix followed by a step. */
    ParticlePrefix longer(LatticeBatch batch, FutureValues future, Step next, double stepLogQ, double stepLogP) {
        boolean ends = next.choice == batch.degree(state);
        int target = ends ? -1 : batch.target(batch.arc(state, next.choice));
        double logPOfBoth = logP + stepLogP;
        double predicted = logTarget + stepLogQ;
        return new ParticlePrefix(
                batch,
                this,
                next,
                target,
                logQ + stepLogQ,
                logPOfBoth,
                ends ? logPOfBoth : future.logTarget(target, logPOfBoth, predicted));
    }

    private static int progress(LatticeBatch batch, int state, int length) {
        return batch.lattices().get(batch.pair(state)).hasPositions()
                ? batch.inputPosition(state) + batch.outputPosition(state)
                : length;
    }

    boolean isComplete() {
        return state < 0;
    }

    /** Returns the last step; null for the empty prefix. */
    @Nullable
    Step step() {
        return step;
    }

    int state() {
        return state;
    }

    int length() {
        return length;
    }

    /**
     * Returns the number of symbols of x and y that are accounted for, or, if states have no positions, the number of marks. A
     * complete string has made more progress than any prefix.
     */
    int progress() {
        return progress;
    }

    double logP() {
        return logP;
    }

    /** Returns log p̃(prefix)·ψ, an estimate of the log of the sum of p̃ over all strings that begin with this prefix. */
    double logTarget() {
        return logTarget;
    }

    /** Returns the mark string. Requires that it is complete. */
    ScoredString string() {
        IntArrayList reversed = new IntArrayList();
        for (ParticlePrefix prefix = shorter; prefix != null && prefix.step != null; prefix = prefix.shorter) {
            reversed.add(prefix.step.symbol);
        }
        int[] marks = new int[reversed.size()];
        Arrays.setAll(marks, t -> reversed.getInt(marks.length - 1 - t));
        return new ScoredString(marks, logQ, logP);
    }
}
