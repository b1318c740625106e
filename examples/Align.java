import java.nio.file.Path;
import org.espalier.run.Alignments;
import org.espalier.run.Transducer;

/**
 * Prints the most probable alignment of two strings under a trained run, and log p(x, y).
 *
 * <p>Needs espalier-run. Arguments: the folder of a run, x, and y. Run it after TrainAndTransduce with: {@code java -cp
 * "espalier-cli/target/quick/lib/*" examples/Align.java runs/example leche "l e t͡ʃ e"}
 */
public final class Align {
    public static void main(String[] args) {
        try (Transducer transducer = Transducer.open(Path.of(args[0]))) {
            Alignments alignments = transducer.align(args[1], args[2]);
            alignments.rows().forEach(System.out::println); // x above y
            System.out.println("log p(x, y) = " + transducer.score(args[1], args[2]).value());
        }
    }
}
