package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.junit.jupiter.api.Test;

/** The Java example of the README, compiled and run. */
class ReadmeLatticeTest {
    private static final String PROGRAM = """
            input  = from data
            output = from data
            delete = [a in input]  a:_ / <delete> a
            insert = [b in output] _:b / <insert> b
            machine = (delete | insert)*
            """;

    /** What stands between two of these is in the README. */
    private static final String MARK = "        // Readme\n";

    @Test
    void theExampleRuns() throws IOException {
        String program = PROGRAM;
        // Readme
        var x = List.of("a", "b", "c");
        var y = List.of("c", "d");
        Mfst machine = MachineLanguage.compile("align.mfst", program, new DataSymbols(x, y), FileResolver.none());
        Lattices lattices = Lattices.of(machine); // the canonical form, computed once
        Lattice lattice = lattices.build(x, y);
        System.out.println(DynamicPrograms.countPaths(lattice)); // 10
        String svg = GridSvg.draw(lattice);
        // Readme
        assertThat(DynamicPrograms.countPaths(lattice)).isEqualTo(10);
        assertThat(svg).startsWith("<svg");
        String source = Files.readString(Path.of("src/test/java/org/espalier/fst/ReadmeTest.java"));
        int start = source.indexOf(MARK) + MARK.length();
        String example = source.substring(start, source.indexOf(MARK, start))
                .stripTrailing()
                .stripIndent();
        assertThat(Files.readString(Path.of("../README.md"))).contains(example).contains(PROGRAM);
    }
}
