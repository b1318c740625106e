import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.MachineCheck;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;

/**
 * Writes two machines, composes them, checks the result, and counts the paths of some pairs.
 *
 * <p>Needs espalier-fst. Run it with: {@code java -cp "espalier-cli/target/quick/lib/*" examples/OwnMachine.java}
 */
public final class OwnMachine {
    /** Spelling to sounds: "ch" is one sound, and so is every other letter. */
    private static final String SOUNDS = """
            letters = chars "acht"
            digraph = c:_ / <ch> h:tS / <sound>
            single  = [a in letters] a:a / <letter> a
            machine = (digraph | single)*
            """;

    /** Careless speech: any sound may be lost. */
    private static final String SPEECH = """
            sounds = "a c h t tS"
            keep = [a in sounds] a:a / <keep>
            lose = [a in sounds] a:_ / <lose>
            machine = (keep | lose)*
            """;

    public static void main(String[] args) {
        Mfst sounds = compile("sounds.mfst", SOUNDS);
        Mfst speech = compile("speech.mfst", SPEECH);
        Mfst composed = Operations.compose(sounds, speech);
        MachineCheck.of(composed).forEach(finding -> System.out.println("check: " + finding.message()));
        Lattices lattices = Lattices.of(composed);
        for (List<String> y : List.of(List.of("a", "tS"), List.of("a"), List.of("t", "t"))) {
            Lattice lattice = lattices.build(List.of("a", "c", "h"), y);
            System.out.println("a c h -> " + String.join(" ", y) + ", paths: " + DynamicPrograms.countPaths(lattice));
        }
    }

    private static Mfst compile(String name, String program) {
        return MachineLanguage.compile(name, program, null, FileResolver.none());
    }
}
