package org.espalier.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.HistoryMode;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MatrixPrecision;
import org.espalier.model.Model;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.Vocabulary;
import org.espalier.model.train.Objective;
import org.espalier.model.train.TrainingSettings;
import org.espalier.model.train.TrainingStep;

/** Takes many small training steps with all samplers alternately, and measures whether memory grows. */
final class SoakBenchmark {
    private static final long SEED = 20261116;
    static final int DIMENSION = 32;
    /** Large enough that products are rounded. */
    static final int ROUNDED_DIMENSION = 192;

    static final int SAMPLES = 8;
    static final int PAIRS = 64;
    static final int BATCH = 4;
    /** The number of times that memory is read. */
    private static final int READINGS = 50;

    private static final TrainingSettings WITH_DROPOUT = TrainingSettings.builder()
            .objective(Objective.ALTERNATING)
            .samples(SAMPLES)
            .iwaeSamples(SAMPLES)
            .seed(SEED)
            .build();

    /** Without dropout, the pass that draws the samples is also the one that is differentiated. */
    private static final TrainingSettings ROUNDED = WITH_DROPOUT.toBuilder()
            .dropout(0)
            .precision(MatrixPrecision.BFLOAT16)
            .build();

    private SoakBenchmark() {}

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments = new BenchmarkArguments(Set.of("--steps"), args);
        int steps = arguments.number("--steps", 10_000);
        Torch.load();
        SoakReport report =
                soak(steps, BenchmarkEnvironment.describe(BenchmarkEnvironment.command("soak", args), SEED));
        BenchmarkFolder.publish("soak", report, arguments.folder());
    }

    private static SoakReport soak(int steps, String made) {
        Mfst machine = SyntheticTasks.scan();
        List<Lattice> lattices = lattices(machine);
        List<Model> models = new ArrayList<>();
        List<TrainingStep> trainings = new ArrayList<>();
        for (SamplerSettings settings : samplers()) {
            Model model = MeasuredSamplers.model(
                    ScorerSettings.DEFAULT.withDimension(settings.dimension()), settings, Vocabulary.of(machine), SEED);
            models.add(model);
            trainings.add(new TrainingStep(model, settings.dimension() == DIMENSION ? WITH_DROPOUT : ROUNDED));
        }
        Random random = new Random(SEED);
        List<MemoryUse> uses = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            int[] pairs = random.ints(BATCH, 0, PAIRS).toArray();
            LatticeBatch batch =
                    LatticeBatch.of(Arrays.stream(pairs).mapToObj(lattices::get).toList());
            trainings.get(step % trainings.size()).take(batch.lattices(), pairs, step);
            if ((step + 1) % Math.max(1, steps / READINGS) == 0) {
                uses.add(MemoryUse.after(step + 1));
                Bench.progress("%s", uses.get(uses.size() - 1));
            }
        }
        trainings.forEach(TrainingStep::close);
        models.forEach(Model::close);
        return SoakReport.of(made, steps, uses);
    }

    private static List<SamplerSettings> samplers() {
        List<SamplerSettings> result =
                new ArrayList<>(MeasuredSamplers.all(DIMENSION).values());
        result.add(SamplerSettings.of(SamplerKind.SWP).withDimension(DIMENSION).withHistory(HistoryMode.RERUN));
        result.addAll(MeasuredSamplers.all(ROUNDED_DIMENSION).values());
        return result;
    }

    /** Returns lattices of many sizes, so that a leak of anything cached by size would show. */
    private static List<Lattice> lattices(Mfst machine) {
        LatticeBuilder builder = Lattices.of(machine).builder();
        List<Lattice> result = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            SyntheticTasks.Pair drawn = SyntheticTasks.pairs(machine, 1, 1 + pair % 4, 1 + pair % 7, SEED + pair)
                    .get(0);
            result.add(builder.build(drawn.x(), drawn.y()));
        }
        return result;
    }
}
