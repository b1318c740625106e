package org.espalier.fst.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.espalier.fst.Mfst;
import org.junit.jupiter.api.Test;

/** Checks the page that describes the language: its programs compile and its messages are the real ones. */
class MachineLanguagePageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "machine-language.md");
    private static final Pattern PROGRAM = Pattern.compile("(?s)```mfst\n(.*?)```");
    private static final Pattern TABLE = Pattern.compile("(?s)```tsv (\\S+)\n(.*?)```");
    private static final Pattern SLIP = Pattern.compile("(?m)^\\| `(.*)` \\| (\\d+:\\d+: .*) \\|$");

    @Test
    void everyProgramCompiles() throws IOException {
        List<String> programs =
                find(PROGRAM).stream().map(match -> match.group(1)).toList();
        assertThat(programs).hasSize(11);
        for (String program : programs) {
            assertThat(compile(program).arcs()).as(program).isPositive();
        }
    }

    @Test
    void everyMistakeIsReportedAsDocumented() throws IOException {
        List<MatchResult> slips = find(SLIP);
        assertThat(slips).hasSize(14);
        for (MatchResult slip : slips) {
            assertThatThrownBy(() -> compile(slip.group(1))).hasMessage("m:" + slip.group(2));
        }
    }

    @Test
    void devoicingAppliesOnlyAtTheEnd() {
        // the example of the page, on a smaller alphabet
        Mfst machine = compile("""
                input = chars "ad"
                copy = [a in input] a:a / c
                last = d:t / v | [a in input - "d"] a:a / c
                machine = (copy* last)?
                """);
        assertThat(RelationOracle.of(machine, 6))
                .extracting(triple -> String.join("", triple.x()) + ":" + String.join("", triple.y()))
                .containsExactlyInAnyOrder(":", "a:a", "d:t", "aa:aa", "ad:at", "da:da", "dd:dt");
    }

    private static List<MatchResult> find(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(PAGE)).results().toList();
    }

    private static Mfst compile(String program) {
        DataSymbols data = new DataSymbols(List.of("a", "b"), List.of("b", "c"));
        return MachineLanguage.compile("m", program, data, file -> {
            for (MatchResult table : find(TABLE)) {
                if (table.group(1).equals(file)) {
                    return new ByteArrayInputStream(table.group(2).getBytes(StandardCharsets.UTF_8));
                }
            }
            throw new NoSuchFileException(file);
        });
    }
}
