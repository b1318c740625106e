import java.nio.file.Path;
import java.util.List;
import org.espalier.run.Example;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;

/** Trains a model for one step in a new folder, and prints an output and log p(x, y). */
public final class Consumer {
    public static void main(String[] args) {
        try (Transducer transducer = Trainer.of("builtin:edit")
                .pairs(List.of(new Example("ab", "AB"), new Example("b", "B"), new Example("ba", "BA")))
                .set("tokens", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 8)
                .set("sampler.dimension", 8)
                .set("training.epochs", 0)
                .set("training.steps", 1)
                .train(Path.of(args[0]))) {
            System.out.println("output " + transducer.transduce("ab").best().output());
            System.out.println("log p " + transducer.score("ab", "AB").value());
        }
    }
}
