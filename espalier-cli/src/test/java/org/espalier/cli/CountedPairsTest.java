package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A column of counts: a line with the count 2 is evaluated as the line twice, if counts are to weigh. */
@Tag("slow")
class CountedPairsTest extends CommandTestBase {
    private static final List<String> MEANS =
            List.of("partialKl", "iwae", "logLikelihood", "ess", "deduplicatedEss", "markLength", "exactKl");
    private static final List<String> RATES =
            List.of("accuracy", "wordErrorRate", "characterErrorRate", "meanReciprocalRank");

    @TempDir
    private Path folder;

    private JsonNode evaluate(String run, String pairs, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("test.tsv"), pairs);
        List<String> words = new ArrayList<>(
                List.of("evaluate", "--run", run, "--pairs", file.toString(), "--transduce", "--exact", "--json"));
        words.addAll(List.of(more));
        assertThat(run(words.toArray(String[]::new))).as(err).isZero();
        return JsonMapper.shared().readTree(out);
    }

    @Test
    void countedLineIsEvaluatedAsSeveralLines() throws IOException {
        String counted = "ab\tc\t3\na\tcd\t1\nbab\td\t2\na\td\t2\nbb\tdc\t1\n";
        String run = TinyTrainedRun.train(folder, counted, """
                columns: x y count
                validShare: 0
                training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 40, scorerLearningRate: 0.05}
                """);
        String repeated = counted.lines()
                .map(line ->
                        (line.substring(0, line.length() - 1) + "1\n").repeat(line.charAt(line.length() - 1) - '0'))
                .collect(Collectors.joining());
        JsonNode found = evaluate(run, counted, "--weighted");
        JsonNode expected = evaluate(run, repeated, "--weighted");
        JsonNode unweighted = evaluate(run, counted);
        assertThat(found.get("pairs").asInt()).isEqualTo(5);
        assertThat(expected.get("pairs").asInt()).isEqualTo(9);
        for (String mean : MEANS) {
            for (String number : List.of("value", "standardError")) {
                assertThat(found.at("/" + mean + "/" + number).asDouble())
                        .as(mean)
                        .isCloseTo(expected.at("/" + mean + "/" + number).asDouble(), within(1e-9));
            }
            assertThat(found.at("/" + mean + "/value").asDouble())
                    .as(mean)
                    .isNotEqualTo(unweighted.at("/" + mean + "/value").asDouble());
        }
        for (String rate : RATES) {
            assertThat(found.at("/" + rate + "/value").asDouble())
                    .as(rate)
                    .isCloseTo(expected.at("/" + rate + "/value").asDouble(), within(1e-12));
        }
        assertThat(found.at("/accuracy/value").asDouble())
                .isNotEqualTo(unweighted.at("/accuracy/value").asDouble());
    }
}
