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
import java.util.stream.IntStream;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
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

/** The pairs and the machine that a configuration names. Each file of pairs is read once. */
public final class RunData {
    /** Validation pairs, which are used far less often than training pairs, get one part in this many of the cache. */
    private static final int VALIDATION_CACHE_DIVISOR = 4;

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

    /** The pairs to train on and to validate with. */
    public record Split(LatticeSource train, LatticeSource valid) {}

    /** Reads all files of pairs that a configuration names. */
    public static RunData read(RunConfig config) {
        return read(config, read(config, config.data().train()), false);
    }

    /**
     * Reads the files of pairs that a configuration names, except for the training pairs.
     *
     * @param train the training pairs, which the run is to keep in the file that the configuration names
     */
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

    /** Returns this data with a given machine instead of the one that the configuration names. */
    public RunData withMachine(Mfst given) {
        return new RunData(config, train, valid, test, isKept, given);
    }

    /** Returns the configuration. */
    public RunConfig config() {
        return config;
    }

    /**
     * Returns the configuration of a run on this data.
     *
     * @param folder the folder of the run, which keeps there what comes from no file
     * @param changes other values of settings
     */
    public RunConfig config(Path folder, Map<String, ?> changes) {
        Map<String, Object> all = new LinkedHashMap<>(changes);
        all.put("out", folder);
        if (machine != null) {
            all.put("machine", RunFolder.machineFile(folder));
        }
        if (isKept) {
            all.put("train", RunFolder.pairsFile(folder));
        }
        return RunConfig.of(config.values().overriddenBy(RunConfig.values(all)));
    }

    /** Returns the text of the file in which the run is to keep its training pairs, if they come from no file. */
    public Optional<String> keptPairs() {
        return isKept ? Optional.of(PairFile.text(train.pairs(), config.data().reading())) : Optional.empty();
    }

    /** Returns the files that a run reads, by a description of each, without those that the run itself writes. */
    public Map<String, Path> inputs() {
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

    /** Reads the machine that the configuration names; {@code from data} stands for the symbols of all files of pairs. */
    public Mfst machine(Consumer<String> warnings) {
        if (machine != null) {
            return machine;
        }
        List<Pair> pairs = new ArrayList<>(train.pairs());
        valid.forEach(file -> pairs.addAll(file.pairs()));
        test.forEach(file -> pairs.addAll(file.pairs()));
        return MachineFiles.read(
                config.data().machine(),
                new PairFile(train.name(), pairs).symbols(config.data().reading()),
                new MachineFiles.OpenFstReading(MarkNaming.PAIRS, OpenFstText.Form.TRANSDUCER, null, null),
                warnings);
    }

    /**
     * Builds the lattices of the pairs for a model that is to be trained.
     *
     * @param warnings receives warnings about the machine, the settings and pairs that are skipped
     */
    public Split split(Mfst compiled, Model model, Consumer<String> warnings) {
        Lattices lattices = Lattices.of(compiled);
        model.scorer().obstacle(lattices).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            warnings.accept("the machine has no canonical form, so lattices are built by subsets, which is slower: "
                    + missing.explanation());
        }
        if (!config.training().objective().trainsScorer() && config.scorerFrom().isEmpty()) {
            warnings.accept("the scorer is neither trained (training.objective is sampler) nor copied from a run "
                    + "(scorer.from): the sampler will learn from random numbers");
        }
        return split(new PairSet.Rules(lattices, config.lattices(), model.sampler()::obstacle), warnings);
    }

    /**
     * Builds the lattices of the pairs that the machine generates. If the configuration names no file of validation pairs, a
     * share of the training pairs is held out.
     */
    public Split split(PairSet.Rules rules, Consumer<String> warnings) {
        if (!valid.isEmpty()) {
            long share = config.cacheBytes() / VALIDATION_CACHE_DIVISOR;
            PairSet training = PairSet.of(train, rules, config.cacheBytes() - share, warnings);
            return new Split(
                    training.lattices(),
                    PairSet.of(valid.get(0), rules, share, warnings).lattices());
        }
        PairSet all = PairSet.of(train, rules, config.cacheBytes(), warnings);
        return split(all.lattices(), config.data().validShare(), config.seed());
    }

    /** Holds out a share of the pairs. The choice depends on the seed and the number of pairs alone. */
    static Split split(LatticeSource all, double share, long seed) {
        if (share == 0) {
            return new Split(all, all);
        }
        int heldOut = (int) Math.max(1, Math.round(share * all.size()));
        if (heldOut >= all.size()) {
            throw new EspalierException("a share of " + share + " of " + Plural.of(all.size(), "pair")
                    + " to validate with leaves none to train on; name a file to validate with (valid), or lower "
                    + "validShare");
        }
        int[] order = new int[all.size()];
        Arrays.setAll(order, k -> k);
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < heldOut; k++) {
            int other = random.nextInt(k, order.length);
            int swapped = order[k];
            order[k] = order[other];
            order[other] = swapped;
        }
        int[] valid = Arrays.copyOf(order, heldOut);
        int[] train = Arrays.copyOfRange(order, heldOut, order.length);
        Arrays.sort(valid);
        Arrays.sort(train);
        return new Split(new Subset(all, train), new Subset(all, valid));
    }

    /** Returns the pairs of a source as strings, without lines. */
    public static List<Pair> strings(LatticeSource source, Mfst machine) {
        return IntStream.range(0, source.size())
                .mapToObj(pair -> new Pair(
                        machine.input().symbolsOf(source.input(pair)),
                        machine.output().symbolsOf(source.output(pair)),
                        source.weight(pair),
                        0))
                .toList();
    }

    /** A subset of the pairs of a source, by their numbers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Subset(LatticeSource all, int[] numbers) implements LatticeSource {
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

        @Override
        public double weight(int pair) {
            return all.weight(numbers[pair]);
        }

        @Override
        public Optional<int[]> given(int pair) {
            return all.given(numbers[pair]);
        }

        @Override
        public Optional<LatticeBuilder> builder() {
            return all.builder();
        }
    }
}
