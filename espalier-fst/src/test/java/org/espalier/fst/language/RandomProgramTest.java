package org.espalier.fst.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.espalier.fst.Mfst;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares random programs with the definition of the language on enumerated relations. */
class RandomProgramTest {
    private static final int BOUND = 4;

    @Tag("slow")
    @Test
    void randomProgramsMatchTheOracle() {
        int nonEmpty = 0;
        for (long seed = 0; seed < 1000; seed++) {
            RandomProgram program = new RandomProgram(new Random(seed), BOUND);
            Mfst machine = MachineLanguage.compile("random", program.text(), null, FileResolver.none());
            assertThat(RelationOracle.of(machine, BOUND))
                    .as("seed %d:%n%s", seed, program.text())
                    .isEqualTo(program.relation());
            nonEmpty += program.relation().size() > 1 ? 1 : 0;
        }
        assertThat(nonEmpty).as("programs that generate something").isGreaterThan(300);
    }
}
