package org.espalier.lab.ngram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArpaFileTest {
    @TempDir
    private Path folder;

    /** Evaluates an ARPA file by the definition of backoff. */
    private static final class ArpaOracle {
        private final Map<List<String>, Double> probabilities = new HashMap<>();
        private final Map<List<String>, Double> backoffs = new HashMap<>();
        private int order;

        ArpaOracle(Path file) throws IOException {
            Map<Integer, Integer> announced = new HashMap<>();
            Map<Integer, Integer> found = new HashMap<>();
            List<String> lines = Files.readAllLines(file);
            assertThat(lines.get(0)).isEqualTo("\\data\\");
            assertThat(lines.get(lines.size() - 1)).isEqualTo("\\end\\");
            int length = 0;
            for (String line : lines.subList(1, lines.size() - 1)) {
                if (line.startsWith("ngram ")) {
                    String[] count = line.substring("ngram ".length()).split("=", -1);
                    announced.put(Integer.valueOf(count[0]), Integer.valueOf(count[1]));
                } else if (line.startsWith("\\")) {
                    length++;
                    assertThat(line).isEqualTo("\\" + length + "-grams:");
                } else if (!line.isEmpty()) {
                    String[] columns = line.split("\t", -1);
                    List<String> words = List.of(columns[1].split(" ", -1));
                    assertThat(words).hasSize(length);
                    assertThat(probabilities.put(words, Double.valueOf(columns[0])))
                            .as("%s is listed once", words)
                            .isNull();
                    if (columns.length > 2) {
                        backoffs.put(words, Double.valueOf(columns[2]));
                    }
                    found.merge(length, 1, Integer::sum);
                }
            }
            order = length;
            assertThat(found).isEqualTo(announced);
        }

        /** Returns the base-10 logarithm of the probability of a word after others. */
        double logProbability(List<String> context, String word) {
            List<String> ngram = new ArrayList<>(context);
            ngram.add(word);
            if (probabilities.containsKey(ngram)) {
                return probabilities.get(ngram);
            }
            assertThat(context)
                    .as("every word has a unigram; found none of %s", word)
                    .isNotEmpty();
            return backoffs.getOrDefault(context, 0.0) + logProbability(context.subList(1, context.size()), word);
        }

        List<String> context(List<String> past) {
            return past.subList(Math.max(0, past.size() - order + 1), past.size());
        }

        double sum(List<String> context) {
            return probabilities.keySet().stream()
                    .filter(ngram -> ngram.size() == 1 && !ngram.contains("<s>"))
                    .mapToDouble(ngram -> Math.pow(10, logProbability(context, ngram.get(0))))
                    .sum();
        }

        double naturalLogProbability(List<String> words) {
            List<String> past = new ArrayList<>(List.of("<s>"));
            double sum = 0;
            for (String word : IntStream.rangeClosed(0, words.size())
                    .mapToObj(k -> k < words.size() ? words.get(k) : "</s>")
                    .toList()) {
                sum += logProbability(context(past), word);
                past.add(word);
            }
            return sum * Math.log(10);
        }
    }

    private Path write(JointUnitCorpus units, NgramModel model) {
        Path file = folder.resolve("model.arpa");
        ArpaFile.write(units, model, file);
        return file;
    }

    private static String word(JointUnit unit) {
        return String.join("|", unit.read()) + "}"
                + (unit.written().isEmpty() ? "_" : String.join("|", unit.written()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fileHasTheProbabilitiesOfTheModel(long seed) throws IOException {
        Random random = new Random(seed);
        int order = 1 + (int) (seed % 6);
        JointUnitCorpus units = JointUnitCorpus.of(UnitAligner.align(RandomCorpora.pairs(random, 30), 2, 2));
        NgramModel model = NgramModel.train(units.strings(), units.size(), order);
        ArpaOracle oracle = new ArpaOracle(write(units, model));
        for (int k = 0; k < 100; k++) {
            // Some as in the data, so that long n-grams are used, others not, so that the model backs off.
            int[] string = k % 2 == 0
                    ? units.strings().get(random.nextInt(units.strings().size()))
                    : random.ints(random.nextInt(6), 0, units.size()).toArray();
            List<String> words = IntStream.of(string)
                    .mapToObj(unit -> word(units.unit(unit)))
                    .toList();
            assertThat(oracle.naturalLogProbability(words))
                    .as("seed %d, order %d, %s", seed, order, words)
                    .isCloseTo(model.logProbability(string), within(1e-5));
            List<String> past = new ArrayList<>(List.of("<s>"));
            past.addAll(words);
            assertThat(oracle.sum(oracle.context(past)))
                    .as("seed %d, order %d, after %s", seed, order, past)
                    .isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void separatorsAreEscaped() throws IOException {
        JointUnitCorpus units = JointUnitCorpus.of(List.of(
                List.of(new JointUnit(List.of("a", "|"), List.of("x", "y")), new JointUnit(List.of("_"), List.of())),
                List.of(new JointUnit(List.of("}"), List.of(" ")))));
        ArpaOracle oracle = new ArpaOracle(write(units, NgramModel.train(units.strings(), units.size(), 2)));
        assertThat(oracle.probabilities)
                .containsOnlyKeys(
                        List.of("<s>"),
                        List.of("</s>"),
                        List.of("a|\\u007C}x|y"),
                        List.of("\\u005F}_"),
                        List.of("\\u007D}\\u0020"),
                        List.of("<s>", "a|\\u007C}x|y"),
                        List.of("a|\\u007C}x|y", "\\u005F}_"),
                        List.of("\\u005F}_", "</s>"),
                        List.of("<s>", "\\u007D}\\u0020"),
                        List.of("\\u007D}\\u0020", "</s>"));
        assertThat(oracle.probabilities.get(List.of("<s>"))).isEqualTo(-99);
    }

    @Test
    void lengthsThatNoStringHasAreOmitted() throws IOException {
        JointUnitCorpus units = JointUnitCorpus.of(List.of(List.of(new JointUnit(List.of("a"), List.of("x")))));
        NgramModel model = NgramModel.train(units.strings(), units.size(), 9);
        Path file = write(units, model);
        assertThat(Files.readString(file)).contains("ngram 3=1\n").doesNotContain("ngram 4");
        assertThat(new ArpaOracle(file).naturalLogProbability(List.of("a}x", "a}x")))
                .isCloseTo(model.logProbability(new int[] {0, 0}), within(1e-5));
    }

    @Test
    void symbolOfTheEmptyStringIsRefused() {
        JointUnitCorpus units = JointUnitCorpus.of(List.of(List.of(new JointUnit(List.of("a"), List.of("<eps>")))));
        NgramModel model = NgramModel.train(units.strings(), units.size(), 2);
        Path file = folder.resolve("model.arpa");
        String message = "found the symbol '<eps>', which stands for the empty string in the files of Phonetisaurus; "
                + "rename it in the data";
        assertThatThrownBy(() -> ArpaFile.write(units, model, file))
                .isInstanceOf(EspalierException.class)
                .hasMessage(message);
        assertThat(file).doesNotExist();
        assertThatThrownBy(() -> PhonetisaurusFst.of(units, model)).hasMessage(message);
    }
}
