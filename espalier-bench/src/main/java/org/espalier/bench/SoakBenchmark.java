package org.espalier.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.AtomicFiles;
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

/** Many steps of training at a small size, every sampler in turn, to see whether memory stays what it is. */
final class SoakBenchmark {
    private static final long SEED = 20261116;
    private static final int DIMENSION = 32;
    /** So large that products are rounded. */
    private static final int ROUNDED_DIMENSION = 192;

    private static final int SAMPLES = 8;
    private static final int PAIRS = 64;
    private static final int BATCH = 4;
    private static final int LOOKS = 50;
    /** Everything that a training may do in a step with dropout. */
    private static final TrainingSettings DROPPING = TrainingSettings.builder()
            .objective(Objective.ALTERNATING)
            .samples(SAMPLES)
            .iwaeSamples(SAMPLES)
            .seed(SEED)
            .build();

    /** Without dropout, steps learn by the pass that drew. */
    private static final TrainingSettings ROUNDING =
            DROPPING.toBuilder().dropout(0).precision(MatrixPrecision.BFLOAT16).build();

    /** Growth over the second half, as a share of its mean, under which memory is called flat. */
    private static final double FLAT = 0.01;

    private SoakBenchmark() {}

    /** One kind of memory over the second half of the steps. */
    record Verdict(String what, double mean, double growthPerThousand, double error, boolean flat) {
        static Verdict of(String what, List<MemoryUse> uses, ToDoubleFunction<MemoryUse> memory) {
            List<MemoryUse> half = uses.subList(uses.size() / 2, uses.size());
            double[] steps = half.stream().mapToDouble(MemoryUse::step).toArray();
            LinearTrend trend =
                    LinearTrend.of(steps, half.stream().mapToDouble(memory).toArray());
            double growth = trend.slope() * (steps[steps.length - 1] - steps[0]);
            return new Verdict(
                    what, trend.mean(), 1000 * trend.slope(), 1000 * trend.error(), growth <= FLAT * trend.mean());
        }
    }

    /** What a run found. */
    record Report(String made, int steps, List<Verdict> verdicts, List<MemoryUse> uses) {
        Report {
            verdicts = List.copyOf(verdicts);
            uses = List.copyOf(uses);
        }

        String markdown() {
            StringBuilder out = new StringBuilder("## Memory\n\n" + made + "\n\n");
            out.append(String.format(
                    Locale.ROOT,
                    "%,d steps of training, sampler and scorer, every sampler in turn, with dropout at d = %d, and without it but"
                            + " with rounded products at d = %d; label smoothing, batches of %d out of %d small pairs of many"
                            + " sizes, %d samples each; memory after a garbage collection. The trend is that of the second"
                            + " half; memory is called flat if it grew there by less than %.0f%%.%n%n",
                    steps,
                    DIMENSION,
                    ROUNDED_DIMENSION,
                    BATCH,
                    PAIRS,
                    SAMPLES,
                    100 * FLAT));
            out.append("| what | mean | growth in 1,000 steps | flat |\n|---|---|---|---|\n");
            for (Verdict verdict : verdicts) {
                out.append(String.format(
                        Locale.ROOT,
                        "| %s | %,.1f | %.4f ± %.4f | %s |%n",
                        verdict.what,
                        verdict.mean,
                        verdict.growthPerThousand,
                        verdict.error,
                        verdict.flat ? "yes" : "**no**"));
            }
            return out.toString();
        }
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments = new BenchmarkArguments(Set.of("--steps"), args);
        int steps = arguments.number("--steps", 10_000);
        Torch.load();
        Report report = soak(steps, BenchmarkEnvironment.describe(BenchmarkEnvironment.command("soak", args), SEED));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.print(report.markdown());
        if (arguments.folder().isPresent()) {
            Path folder = arguments.folder().get();
            AtomicFiles.writeText(folder.resolve("soak.json"), BenchmarkEnvironment.json(report));
            AtomicFiles.writeText(folder.resolve("soak-memory.svg"), BenchmarkPlots.memory(report.uses()));
            out.println("\n![memory over steps of training](soak-memory.svg)");
        }
    }

    private static Report soak(int steps, String made) {
        Mfst machine = SyntheticTasks.scan();
        List<Lattice> lattices = lattices(machine);
        List<Model> models = new ArrayList<>();
        List<TrainingStep> trainings = new ArrayList<>();
        for (SamplerSettings settings : samplers()) {
            Model model = MeasuredSamplers.model(
                    ScorerSettings.DEFAULT.withDimension(settings.dimension()), settings, Vocabulary.of(machine), SEED);
            models.add(model);
            trainings.add(new TrainingStep(model, settings.dimension() == DIMENSION ? DROPPING : ROUNDING));
        }
        Random random = new Random(SEED);
        List<MemoryUse> uses = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            int[] pairs = random.ints(BATCH, 0, PAIRS).toArray();
            LatticeBatch batch =
                    LatticeBatch.of(Arrays.stream(pairs).mapToObj(lattices::get).toList());
            trainings.get(step % trainings.size()).take(batch.lattices(), pairs, step);
            if ((step + 1) % Math.max(1, steps / LOOKS) == 0) {
                uses.add(MemoryUse.after(step + 1));
                Bench.say("%s", uses.get(uses.size() - 1));
            }
        }
        trainings.forEach(TrainingStep::close);
        models.forEach(Model::close);
        return new Report(made, steps, verdicts(uses), uses);
    }

    private static List<SamplerSettings> samplers() {
        List<SamplerSettings> result =
                new ArrayList<>(MeasuredSamplers.all(DIMENSION).values());
        result.add(SamplerSettings.of(SamplerKind.SWP).withDimension(DIMENSION).withHistory(HistoryMode.RERUN));
        result.addAll(MeasuredSamplers.all(ROUNDED_DIMENSION).values());
        return result;
    }

    private static List<Verdict> verdicts(List<MemoryUse> uses) {
        return List.of(
                Verdict.of("resident set, MiB", uses, MemoryUse::resident),
                Verdict.of("Java heap, MiB", uses, MemoryUse::heap),
                Verdict.of("JavaCPP's own allocations, MiB", uses, MemoryUse::pointers),
                Verdict.of("live native objects", uses, MemoryUse::live));
    }

    /** Of many sizes, so that whatever is kept by size would show. */
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
