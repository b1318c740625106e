import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.MachineCheck;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;

/** Writes two machines, joins them, checks the result and asks which pairs it relates. Needs espalier-fst. */
public final class OwnMachine {
    /** Spelling to sounds: "ch" is one sound, every other letter its own. */
    private static final String SOUNDS = """
            letters = chars "acht"
            digraph = c:_ / <ch> h:tS / <sound>
            single  = [a in letters] a:a / <letter> a
            machine = (digraph | single)*
            """;

    /** Sounds as careless speakers say them: any sound may be lost. */
    private static final String SPEECH = """
            sounds = "a c h t tS"
            say  = [a in sounds] a:a / <say>
            lose = [a in sounds] a:_ / <lose>
            machine = (say | lose)*
            """;

    public static void main(String[] args) {
        Mfst sounds = compile("sounds.mfst", SOUNDS);
        Mfst speech = compile("speech.mfst", SPEECH);
        Mfst both = Operations.compose(sounds, speech);
        MachineCheck.of(both).forEach(finding -> System.out.println("check: " + finding.message()));
        Lattices lattices = Lattices.of(both);
        for (List<String> y : List.of(List.of("a", "tS"), List.of("h", "a"), List.of("t", "t"))) {
            Lattice lattice = lattices.build(List.of("a", "c", "h"), y);
            System.out.println("a c h -> " + String.join(" ", y) + ": " + DynamicPrograms.countPaths(lattice) + " ways");
        }
    }

    private static Mfst compile(String name, String program) {
        return MachineLanguage.compile(name, program, null, FileResolver.none());
    }
}
