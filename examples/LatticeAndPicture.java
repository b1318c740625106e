import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;

/**
 * Builds the lattice of all alignments of two strings, counts the alignments, and draws the lattice to lattice.svg.
 *
 * <p>Needs espalier-fst. Run it with: {@code java -cp "espalier-cli/target/quick/lib/*" examples/LatticeAndPicture.java}
 */
public final class LatticeAndPicture {
    private static final String PROGRAM = """
            input  = from data
            output = from data
            delete = [a in input]  a:_ / <delete> a
            insert = [b in output] _:b / <insert> b
            machine = (delete | insert)*
            """;

    public static void main(String[] args) throws Exception {
        List<String> x = List.of("a", "b", "c");
        List<String> y = List.of("c", "d");
        Mfst machine = MachineLanguage.compile("align.mfst", PROGRAM, new DataSymbols(x, y), FileResolver.none());
        Lattices lattices = Lattices.of(machine); // computes the canonical form, once for all pairs
        Lattice lattice = lattices.build(x, y);
        System.out.println(lattice.states() + " states, " + DynamicPrograms.countPaths(lattice) + " alignments");
        Files.writeString(Path.of("lattice.svg"), GridSvg.draw(lattice));
        System.out.println("wrote lattice.svg");
    }
}
