package org.espalier.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.model.MatrixPrecision;
import org.espalier.model.Model;
import org.espalier.model.train.Divergence;
import org.espalier.model.train.Objective;
import org.espalier.model.train.TrainingSettings;
import org.espalier.model.train.TrainingStep;

/** A training step of φ with Espalier, starting from built lattices. */
final class EspalierStep implements Runnable, AutoCloseable {
    private final List<Lattice> lattices;
    private final int[] numbers;
    private final TrainingStep step;
    private long taken;

    EspalierStep(Model model, List<Lattice> lattices, int samples, MatrixPrecision precision, long seed) {
        this(model, lattices, settings(samples, precision, seed).build());
    }

    private EspalierStep(Model model, List<Lattice> lattices, TrainingSettings settings) {
        this.lattices = lattices;
        this.numbers = IntStream.range(0, lattices.size()).toArray();
        this.step = new TrainingStep(model, settings);
    }

    /** Returns a step of the exclusive divergence with several updates from the same strings. */
    static EspalierStep withUpdates(int updates, Model model, List<Lattice> lattices, int samples, long seed) {
        return new EspalierStep(
                model,
                lattices,
                settings(samples, MatrixPrecision.FULL, seed)
                        .divergence(Divergence.EXCLUSIVE)
                        .ppoEpochs(updates)
                        .build());
    }

    /** Excludes features that the peers lack: dropout, label smoothing and a length penalty. */
    private static TrainingSettings.Builder settings(int samples, MatrixPrecision precision, long seed) {
        return TrainingSettings.builder()
                .objective(Objective.SAMPLER)
                .samples(samples)
                .precision(precision)
                .dropout(0)
                .labelSmoothing(0)
                .lengthPenalty(0)
                .seed(seed);
    }

    @Override
    public void run() {
        step.take(lattices, numbers, taken++);
    }

    @Override
    public void close() {
        step.close();
    }
}
