package org.espalier.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.PathSampler;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.search.SearchSettings;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.alignment.AlignmentOperation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/guides/java.md, compiled and run. Each is between two comments with its name. */
@Tag("slow")
class JavaGuideTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```\n", Pattern.DOTALL);

    @TempDir
    private static Path folder;

    private static void trainInMemory() {
        // memory
        List<Example> pairs = List.of(new Example("chat", "CAT"), new Example("hat", "AT"), new Example("ca", "CA"));
        Trainer trainer = Trainer.of("builtin:edit")
                .pairs(pairs)
                .set("tokens", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 32)
                .set("sampler.dimension", 32)
                .set("training.epochs", 20)
                .listener(new TrainingListener() {
                    @Override
                    public void validated(ValidationReport report) {
                        System.out.println("step " + report.step() + ", log-likelihood " + report.iwae());
                    }
                });
        trainer.train(folder.resolve("runs/memory")).close();
        // memory
    }

    private static void ask() {
        // ask
        try (Transducer transducer = Transducer.open(folder.resolve("runs/memory"))) {
            for (Transduction each : transducer.transduce("chat").outputs()) {
                System.out.println(each.output() + "\t" + each.probability().value());
            }
            AlignedPath best = transducer.align("chat", "CAT").best();
            for (AlignmentOperation operation : best.alignment().columns()) {
                System.out.println(operation.read() + " -> " + operation.written());
            }
            Transducer thorough = transducer.with(transducer
                    .options()
                    .withSearch(SearchSettings.DEFAULT.withBeam(64).withNBest(2))
                    .withExact(true));
            System.out.println(thorough.score("chat", "CAT").value()); // log p(x, y), all paths enumerated
            List<Transductions> many = thorough.transduce(List.of("chat", "hat", "ca"));
            System.out.println(many.get(1).best().output());
        }
        // ask
    }

    private static void ensemble() {
        // ensemble
        try (Transducer ensemble = Trainer.of("builtin:edit")
                .pairs(List.of(new Example("chat", "CAT"), new Example("hat", "AT"), new Example("ca", "CA")))
                .set("tokens", "chars")
                .set("scorer.dimension", 32)
                .set("sampler.dimension", 32)
                .set("training.epochs", 20)
                .seeds(1, 2, 3)
                .train(folder.resolve("runs/ensemble"))) {
            Transducer voting = ensemble.with(ensemble.options().withVote(true));
            Transduction best = voting.transduce("chat").best();
            System.out.println(best.output() + ": " + best.votes() + " of 3 votes");
        }
        // ensemble
    }

    private static void ownMachine() {
        // machine
        String program = """
                input  = chars "abc"
                output = chars "xyz"
                delete = [a in input]  a:_ / <delete> a
                insert = [b in output] _:b / <insert> b
                machine = (delete | insert)*
                """;
        Mfst machine = MachineLanguage.compile("mine.mfst", program, null, FileResolver.none());
        try (Transducer transducer = Trainer.of(machine)
                .pairs(List.of(new Example("ab", "xy"), new Example("abc", "xyz"), new Example("c", "z")))
                .set("tokens", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 32)
                .set("sampler.dimension", 32)
                .train(folder.resolve("runs/mine"))) {
            Transduction best = transducer.transduce("cab").best();
            System.out.println(best.alignment().orElseThrow().marks());
        }
        // machine
    }

    private static void lattices() {
        // lattice
        try (Transducer transducer = Transducer.open(folder.resolve("runs/mine"))) {
            Lattice lattice = transducer.lattice("ab", "xy");
            System.out.println(DynamicPrograms.countPaths(lattice)); // 6
            String svg = GridSvg.draw(lattice);
            System.out.println(svg.length());
        }
        // lattice
    }

    private static void sampler() {
        // sampler
        try (Transducer transducer = Transducer.open(folder.resolve("runs/mine"))) {
            Lattices lattices = transducer.run().lattices();
            MarkScorer scorer = transducer.run().model().scorer();
            PathSampler untrained = PathSampler.create(
                    SamplerSettings.of(SamplerKind.SWP).withDimension(32),
                    Vocabulary.of(lattices.machine()),
                    scorer,
                    1);
            Model model = new Model(scorer, untrained);
            LatticeBatch batch =
                    LatticeBatch.of(List.of(transducer.lattice("abc", "xyz"), transducer.lattice("c", "z")));
            for (Estimates estimates : new Estimator(model, 256, 32, 1).estimate(batch, 0, 1)) {
                System.out.println("log p " + estimates.logLikelihood() + ", ESS " + estimates.ess());
            }
            for (ExactValues values : Exact.of(model).values(batch)) {
                System.out.println("log p " + values.logLikelihood() + ", KL(q || p) " + values.exclusiveKl());
            }
            untrained.parameters().close();
        }
        // sampler
    }

    @Test
    void examplesRunAndAreThoseOfTheGuide() {
        trainInMemory();
        ask();
        ensemble();
        ownMachine();
        lattices();
        sampler();
        assertThat(BLOCK.matcher(DocumentSnippets.document("docs/guides/java.md"))
                        .results()
                        .map(block -> block.group(1)))
                .containsExactlyElementsOf(Stream.of("memory", "ask", "ensemble", "machine", "lattice", "sampler")
                        .map(name -> DocumentSnippets.example(JavaGuideTest.class, name))
                        .toList());
    }
}
