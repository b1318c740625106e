package org.espalier.run.folder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.settings.RunConfig;
import org.jspecify.annotations.Nullable;

/** The pairs that a configuration names, read once, and its machine. */
public final class RunData {
    /** Pairs to validate with are looked at far less often than those to train on. */
    private static final int SHARE_OF_CACHE = 4;

    private final RunConfig config;
    private final PairFile train;
    private final List<PairFile> valid;
    private final List<PairFile> test;
    private final boolean isKept;
    private final @Nullable Mfst machine;

    private RunData(
            RunConfig config,
            PairFile train,
            List<PairFile> valid,
            List<PairFile> test,
            boolean isKept,
            @Nullable Mfst machine) {
        this.config = config;
        this.train = train;
        this.valid = valid;
        this.test = test;
        this.isKept = isKept;
        this.machine = machine;
    }

    /** What to train on, and what to validate with. */
    public record Split(LatticeSource train, LatticeSource valid) {}

    /** Reads all files that a configuration names. */
    public static RunData read(RunConfig config) {
        return read(config, read(config, config.data().train()), false);
    }

    /** The same but for the pairs to train on, which are at hand; the run will keep them in the file that is named. */
    public static RunData read(RunConfig config, PairFile train) {
        return read(config, train, true);
    }

    private static RunData read(RunConfig config, PairFile train, boolean isKept) {
        RunConfig.Data data = config.data();
        return new RunData(
                config,
                train,
                data.valid().map(file -> read(config, file)).stream().toList(),
                data.test().map(file -> read(config, file)).stream().toList(),
                isKept,
                null);
    }

    /** The same with a machine that is at hand. */
    public RunData with(Mfst given) {
        return new RunData(config, train, valid, test, isKept, given);
    }

    RunConfig config() {
        return config;
    }

    /** The lines of the file in which the run is to keep its pairs, if they are in no other file. */
    Optional<String> kept() {
        return isKept
                ? Optional.of(
                        PairFile.text(train.pairs(), config.data().reading().tokens()))
                : Optional.empty();
    }

    /** The files that a run is made from, by what each is to the run; not what the run itself is to write. */
    Map<String, Path> inputs() {
        Map<String, Path> inputs = new LinkedHashMap<>();
        config.values().files().forEach(file -> inputs.put("which is the configuration", file));
        if (machine == null && !config.data().machine().startsWith("builtin:")) {
            inputs.put(named("machine"), Path.of(config.data().machine()));
        }
        if (!isKept) {
            inputs.put(named("train"), Path.of(config.data().train()));
        }
        config.data().valid().ifPresent(file -> inputs.put(named("valid"), Path.of(file)));
        config.data().test().ifPresent(file -> inputs.put(named("test"), Path.of(file)));
        config.scorerFrom().ifPresent(run -> inputs.put(named("scorer.from"), run));
        return inputs;
    }

    private static String named(String key) {
        return "which the configuration names as " + key;
    }

    private static PairFile read(RunConfig config, String file) {
        return PairFile.read(file, config.data().reading(), java.io.InputStream.nullInputStream());
    }

    /** The machine that the configuration names; {@code from data} is the symbols of all its files. */
    public Mfst machine(Consumer<String> warnings) {
        if (machine != null) {
            return machine;
        }
        List<Pair> pairs = new ArrayList<>(train.pairs());
        valid.forEach(file -> pairs.addAll(file.pairs()));
        test.forEach(file -> pairs.addAll(file.pairs()));
        return MachineFiles.read(
                config.data().machine(),
                new PairFile(train.name(), pairs).symbols(),
                new MachineFiles.OpenFstReading(MarkNaming.PAIRS, OpenFstText.Form.TRANSDUCER, null, null),
                warnings);
    }

    /** The same for the model of a run, with what is odd told. */
    public Split split(Mfst compiled, Model model, Consumer<String> say) {
        Lattices lattices = Lattices.of(compiled);
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            say.accept("the machine has no canonical form, so lattices are built by subsets, which is slower: "
                    + missing.explanation());
        }
        if (!config.training().objective().trainsScorer() && config.scorerFrom().isEmpty()) {
            say.accept("the scorer is neither trained (training.objective is sampler) nor taken over from a run "
                    + "(scorer.from): the sampler will learn from random numbers");
        }
        return split(
                new PairSet.Rules(lattices, config.lattices(), model.sampler().needsAcyclic()), say);
    }

    /** The pairs that the machine generates; where no file is named to validate with, some of them are set apart. */
    public Split split(PairSet.Rules rules, Consumer<String> warnings) {
        if (!valid.isEmpty()) {
            long share = config.cacheBytes() / SHARE_OF_CACHE;
            PairSet training = PairSet.of(train, rules, config.cacheBytes() - share, warnings);
            return new Split(
                    training.lattices(),
                    PairSet.of(valid.get(0), rules, share, warnings).lattices());
        }
        PairSet all = PairSet.of(train, rules, config.cacheBytes(), warnings);
        return split(all.lattices(), config.data().validShare(), config.seed());
    }

    /** The numbers of the pairs that are set apart depend on the seed and on how many there are, and on nothing else. */
    static Split split(LatticeSource all, double share, long seed) {
        if (share == 0) {
            return new Split(all, all);
        }
        int apart = (int) Math.max(1, Math.round(share * all.size()));
        if (apart >= all.size()) {
            throw new EspalierException("a share of " + share + " of " + Plural.of(all.size(), "pair")
                    + " to validate with leaves none to train on; name a file to validate with (valid), or lower "
                    + "validShare");
        }
        int[] order = new int[all.size()];
        Arrays.setAll(order, k -> k);
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < apart; k++) {
            int other = random.nextInt(k, order.length);
            int swapped = order[k];
            order[k] = order[other];
            order[other] = swapped;
        }
        int[] valid = Arrays.copyOf(order, apart);
        int[] train = Arrays.copyOfRange(order, apart, order.length);
        Arrays.sort(valid);
        Arrays.sort(train);
        return new Split(new Some(all, train), new Some(all, valid));
    }

    /** Some of the pairs of a source. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Some(LatticeSource all, int[] numbers) implements LatticeSource {
        @Override
        public int size() {
            return numbers.length;
        }

        @Override
        public Lattice lattice(int pair) {
            return all.lattice(numbers[pair]);
        }

        @Override
        public int[] input(int pair) {
            return all.input(numbers[pair]);
        }

        @Override
        public int[] output(int pair) {
            return all.output(numbers[pair]);
        }
    }
}
