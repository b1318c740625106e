package org.espalier.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.espalier.fst.Mfst;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.search.RankedOutput;
import org.espalier.run.alignment.Alignment;
import org.espalier.run.data.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * An output of an input, with its probability and alignment. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * Transduction best = transducer.transduce("chat").best();
 * System.out.println(best.output() + " " + best.probability().value());
 * best.alignment().ifPresent(alignment -> System.out.println(alignment.columns()));
 * }</pre>
 */
public final class Transduction {
    private final String output;
    private final List<String> symbols;
    private final Estimate probability;
    private final double uncalibrated;
    private final Estimate logP;
    private final boolean isExact;
    private final List<String> marks;
    private final @Nullable Supplier<Alignment> aligner;
    private final int votes;

    /**
     * Creates a transduction.
     *
     * @param uncalibrated what the probability is without calibration
     * @param aligner computes the alignment when it is asked for; null if there is none
     */
    Transduction(
            Tokenizer tokens,
            List<String> symbols,
            Estimate probability,
            double uncalibrated,
            Estimate logP,
            boolean isExact,
            List<String> marks,
            @Nullable Supplier<Alignment> aligner) {
        this(tokens, symbols, probability, uncalibrated, logP, isExact, marks, aligner, 0);
    }

    private Transduction(
            Tokenizer tokens,
            List<String> symbols,
            Estimate probability,
            double uncalibrated,
            Estimate logP,
            boolean isExact,
            List<String> marks,
            @Nullable Supplier<Alignment> aligner,
            int votes) {
        this.output = tokens.join(symbols);
        this.symbols = List.copyOf(symbols);
        this.probability = probability;
        this.uncalibrated = uncalibrated;
        this.logP = logP;
        this.isExact = isExact;
        this.marks = List.copyOf(marks);
        this.aligner = aligner;
        this.votes = votes;
    }

    /** Returns this output, with this alignment, as the members of an ensemble together found it. */
    Transduction combined(
            Tokenizer tokens, Estimate meanProbability, Estimate meanLogP, boolean areExact, int members) {
        return new Transduction(
                tokens, symbols, meanProbability, meanProbability.value(), meanLogP, areExact, marks, aligner, members);
    }

    /**
     * Creates the transduction of a ranked output.
     *
     * @param probability its probability, calibrated or not
     * @param x the input, as ids of the machine's alphabet
     */
    static Transduction of(RankedOutput ranked, Estimate probability, int[] x, Mfst machine, Tokenizer tokens) {
        int[] y = ranked.output().output();
        int[] marks = ranked.output().marks();
        return new Transduction(
                tokens,
                machine.output().symbolsOf(y),
                probability,
                ranked.probability().value(),
                ranked.logP(),
                ranked.isExact(),
                machine.marks().symbolsOf(marks),
                marks.length == 0 ? null : () -> Alignment.of(machine, x, y, marks));
    }

    /** Returns y as text. */
    public String output() {
        return output;
    }

    /** Returns the symbols of y. */
    public List<String> symbols() {
        return symbols;
    }

    /**
     * Returns p̃(x, y) divided by its sum over the outputs that were ranked together, or of a run that was calibrated, the
     * {@linkplain org.espalier.run.metrics.Temperature probability at its temperature}; after a vote, the mean of this over the members of the
     * ensemble.
     */
    public Estimate probability() {
        return probability;
    }

    /** Returns what {@link #probability} is if the run is not calibrated; after a vote, the same as that. */
    public double uncalibrated() {
        return uncalibrated;
    }

    /** Returns log p̃(x, y), summed over all alignments; -∞ if the machine does not write this output for the input. */
    public Estimate logP() {
        return logP;
    }

    /** Returns how many members of an ensemble found this output most probable; 0 if there was no vote. */
    public int votes() {
        return votes;
    }

    /** Returns whether all alignments were enumerated, so that {@link #logP} is exact. */
    public boolean isExact() {
        return isExact;
    }

    /** Returns the marks of the most probable alignment that the search found; none if the output was given, not found. */
    public List<String> marks() {
        return marks;
    }

    /**
     * Returns the most probable alignment that the search found. It is computed from {@link #marks} at each call.
     *
     * @return empty if the output was given, not found, or contains copied symbols, which the machine does not align
     */
    public Optional<Alignment> alignment() {
        return aligner == null ? Optional.empty() : Optional.of(aligner.get());
    }

    /** Compares everything but the alignment, which follows from the marks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Transduction that
                && symbols.equals(that.symbols)
                && probability.equals(that.probability)
                && uncalibrated == that.uncalibrated
                && logP.equals(that.logP)
                && isExact == that.isExact
                && marks.equals(that.marks)
                && votes == that.votes;
    }

    @Override
    public int hashCode() {
        return 31 * symbols.hashCode() + logP.hashCode();
    }

    @Override
    public String toString() {
        return "Transduction[" + output + ", probability=" + probability.value() + ", logP=" + logP.value() + "]";
    }
}
