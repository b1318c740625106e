import java.nio.file.Path;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;

/**
 * Trains a small model on a file of words and their phones, and prints the best output of some inputs.
 *
 * <p>Needs espalier-run. Arguments: the file of pairs, a new folder for the run, and inputs. Run it with: {@code java -cp
 * "espalier-cli/target/quick/lib/*" examples/TrainAndTransduce.java docs/tutorial/spanish.tsv runs/example leche calle}
 */
public final class TrainAndTransduce {
    public static void main(String[] args) {
        try (Transducer transducer = Trainer.of("builtin:edit")
                .pairs(Path.of(args[0]))
                .set("tokens.input", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 32)
                .set("sampler.dimension", 32)
                .set("training.epochs", 2)
                .train(Path.of(args[1]))) {
            for (int i = 2; i < args.length; i++) {
                var best = transducer.transduce(args[i]).best();
                System.out.println(args[i] + "\t" + best.output() + "\t" + best.probability().value());
            }
        }
    }
}
