package org.espalier.lab.task;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.Shuffle;
import org.espalier.run.data.Pair;
import org.espalier.run.data.TokenUnit;

/**
 * Words of the Dakshina dataset (Roark et al. 2020) from their romanization; in Urdu this is the paper's {@code tr} task.
 * Symbols are Unicode code points, and every output starts with a symbol for the language, {@code <ur>}.
 *
 * <p>A word with one of its romanizations is one pair. The number of annotators of a romanization is ignored.
 */
public final class DakshinaTask {
    /** The name of the published archive. */
    public static final String ARCHIVE = "dakshina_dataset_v1.0.tar";

    /** The address where it is published. */
    public static final String HOME = "https://github.com/google-research-datasets/dakshina";

    private static final List<String> LANGUAGES =
            List.of("bn", "gu", "hi", "kn", "ml", "mr", "pa", "sd", "si", "ta", "te", "ur");

    private static final String URDU = "ur";

    private DakshinaTask() {}

    /**
     * The settings of the task.
     *
     * @param language the two-letter code of the language, such as {@code ur} for Urdu
     * @param sizes the maximum sizes of the parts
     */
    public record DakshinaSettings(String language, SplitSizes sizes, long seed) {
        /** The paper's settings: all pairs of Urdu. */
        public static final DakshinaSettings DEFAULT = new DakshinaSettings(URDU, SplitSizes.UNBOUNDED, 1);

        public DakshinaSettings {
            if (!LANGUAGES.contains(language)) {
                throw new EspalierException("Dakshina has no language " + EspalierException.quote(language)
                        + "; it has " + String.join(", ", LANGUAGES));
            }
        }

        public DakshinaSettings withLanguage(String changed) {
            return new DakshinaSettings(changed, sizes, seed);
        }

        public DakshinaSettings withSizes(SplitSizes changed) {
            return new DakshinaSettings(language, changed, seed);
        }

        public DakshinaSettings withSeed(long changed) {
            return new DakshinaSettings(language, sizes, changed);
        }

        private DataRecipe recipe(Path from) {
            return new DataRecipe(
                    "dakshina",
                    seed,
                    new DataRecipe.Options()
                            .add("from", from, "")
                            .add("language", language, DEFAULT.language)
                            .add(sizes, DEFAULT.sizes)
                            .changed(),
                    "Dakshina v1.0 (Roark et al. 2020), romanization lexicon");
        }

        private String file(String part) {
            return language + ".translit.sampled." + part + ".tsv";
        }

        /** Returns the path of a part in the published archive. */
        private String member(String part) {
            return language + "/lexicons/" + file(part);
        }
    }

    /**
     * Reads the lexicon.
     *
     * @param from the published archive, also compressed by gzip; the folder it was unpacked to; or a folder with
     *     the three files of the lexicon
     * @throws EspalierException if it does not exist, is damaged, or has an invalid line
     */
    public static TaskData read(Path from, DakshinaSettings settings) {
        Function<String, LineReader> parts = Files.isDirectory(from) ? folder(from, settings) : archive(from, settings);
        SplittableRandom random = new SplittableRandom(settings.seed);
        SplitSizes sizes = settings.sizes;
        String symbol = "<" + settings.language + ">";
        return new TaskData(
                settings.language.equals(URDU) ? "tr" : "tr-" + settings.language,
                Shuffle.sample(pairs(parts.apply("train"), symbol), sizes.train(), random.split()),
                Shuffle.sample(pairs(parts.apply("dev"), symbol), sizes.valid(), random.split()),
                Shuffle.sample(pairs(parts.apply("test"), symbol), sizes.test(), random.split()),
                TaskMachine.deletionInsertion(),
                settings.recipe(from));
    }

    private static Function<String, LineReader> folder(Path from, DakshinaSettings settings) {
        Path lexicons = Path.of(settings.language, "lexicons");
        Path folder = Stream.of(
                        from,
                        from.resolve(lexicons),
                        from.resolve("dakshina_dataset_v1.0").resolve(lexicons))
                .filter(place -> Files.exists(place.resolve(settings.file("train"))))
                .findFirst()
                .orElseThrow(() -> new EspalierException(from + " has neither " + settings.file("train") + " nor "
                        + settings.member("train") + "; name a folder that has, or " + ARCHIVE));
        return part -> LineReader.open(folder.resolve(settings.file(part)));
    }

    private static Function<String, LineReader> archive(Path from, DakshinaSettings settings) {
        Map<String, byte[]> members = TarReader.read(
                from, Stream.of("train", "dev", "test").map(settings::member).toList());
        return part -> {
            String member = settings.member(part);
            byte[] content = members.get(member);
            if (content == null) {
                throw new EspalierException(from + " has no " + member + "; name the whole " + ARCHIVE);
            }
            return new LineReader(from + "/" + member, LineReader.utf8(new ByteArrayInputStream(content)));
        };
    }

    private static List<Pair> pairs(LineReader open, String language) {
        try (LineReader lines = open) {
            Set<Pair> pairs = new LinkedHashSet<>();
            while (lines.next()) {
                pairs.add(pair(lines, language));
            }
            if (pairs.isEmpty()) {
                throw lines.error("found no line, expected word<TAB>romanization<TAB>annotators; get the file again");
            }
            return List.copyOf(pairs);
        }
    }

    private static Pair pair(LineReader lines, String language) {
        List<LineReader.Field> fields = lines.fields('\t', 4);
        if (fields.size() != 3
                || fields.get(0).text().isBlank()
                || fields.get(1).text().isBlank()) {
            throw lines.error("found " + EspalierException.quote(lines.text())
                    + ", expected word<TAB>romanization<TAB>annotators; get the file again");
        }
        LineReader.Field annotators = fields.get(2);
        if (!annotators.text().matches("[1-9][0-9]*")) {
            throw lines.error(
                    annotators.offset(),
                    "found " + EspalierException.quote(annotators.text())
                            + ", expected a number of annotators; get the file again");
        }
        List<String> word = new ArrayList<>(List.of(language));
        word.addAll(TokenUnit.CHARS.split(fields.get(0).text()));
        return new Pair(TokenUnit.CHARS.split(fields.get(1).text()), List.copyOf(word), 0);
    }
}
