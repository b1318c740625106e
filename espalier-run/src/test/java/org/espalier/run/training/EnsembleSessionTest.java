package org.espalier.run.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.run.Example;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnsembleSessionTest {
    private static final SettingValues NO_CHANGES = RunConfig.overrides(List.of());
    private static final List<Long> SEEDS = List.of(5L, 6L, 7L);
    private static final int STEPS = 6;

    @TempDir
    private Path parent;

    private RunConfig config(Path out, long steps, String... more) throws IOException {
        Path pairs = Files.writeString(parent.resolve("pairs.tsv"), "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\n");
        List<String> words = new ArrayList<>(List.of(
                "machine=builtin:edit",
                "train=" + pairs,
                "out=" + out,
                "threads=2",
                "validShare=0.2",
                "scorer.dimension=8",
                "scorer.layers=1",
                "sampler.dimension=8",
                "training.batch=2",
                "training.epochs=0",
                "training.steps=" + steps));
        words.addAll(List.of(more));
        return RunConfig.of(RunConfig.overrides(words));
    }

    private EnsembleSession start(Path out, List<String> messages) throws IOException {
        return start(out, messages, STEPS);
    }

    private EnsembleSession start(Path out, List<String> messages, long steps) throws IOException {
        return EnsembleSession.start(
                EnsembleFolder.forNewEnsemble(out, SEEDS, false), RunData.read(config(out, steps)), messages::add);
    }

    private static EnsembleSession resume(Path out, SettingValues changes) {
        return EnsembleSession.resume(EnsembleFolder.open(out), changes, message -> {});
    }

    /** Compares the last checkpoints. A run that was stopped has others before it. */
    private static void requireEqual(Path found, Path expected) {
        for (String name : List.of("step-" + STEPS + ".safetensors", "step-" + STEPS + ".json")) {
            assertThat(found.resolve("checkpoints").resolve(name))
                    .hasSameBinaryContentAs(expected.resolve("checkpoints").resolve(name));
        }
    }

    /** Asks all members to stop after some steps of all of them together. */
    private static final class Stopping implements EnsembleListener {
        private final AtomicInteger left;

        Stopping(int steps) {
            left = new AtomicInteger(steps);
        }

        @Override
        public TrainingListener member(long seed) {
            return new TrainingListener() {
                @Override
                public void step(StepReport report) {
                    left.decrementAndGet();
                }
            };
        }

        @Override
        public boolean stopRequested() {
            return left.get() <= 0;
        }
    }

    @Test
    void membersHaveTheBitsOfSingleRunsHoweverOftenTheyAreStopped() throws IOException {
        Path out = parent.resolve("ensemble");
        List<String> messages = Collections.synchronizedList(new ArrayList<>());
        List<MemberOutcome> outcomes;
        try (EnsembleSession session = start(out, messages)) {
            outcomes = session.run(new Stopping(4));
        }
        assertThat(messages).hasSize(1).first().asString().startsWith("training on 4 pairs, validating with 1;");
        assertThat(outcomes.get(2)).isEqualTo(new MemberOutcome(7, false, Optional.empty()));
        int stops = 1;
        while (!outcomes.stream().allMatch(MemberOutcome::isTrained)) {
            try (EnsembleSession session = resume(out, NO_CHANGES)) {
                outcomes = session.run(new Stopping(4));
                stops++;
            }
        }
        assertThat(stops).isGreaterThan(3);
        for (long seed : SEEDS) {
            Path single = parent.resolve("single" + seed);
            RunConfig config = config(single, STEPS, "seed=" + seed);
            RunConfig alone = RunConfig.of(config.values().overriddenBy(RunConfig.overrides(List.of("threads=1"))));
            try (TrainingSession session = TrainingSession.start(
                    RunFolder.forNewRun(single, false), RunData.read(alone), new SessionOptions(message -> {}))) {
                session.run(new TrainingListener() {});
            }
            requireEqual(EnsembleFolder.member(out, seed), single);
        }
        try (TrainedRun run = TrainedRun.open(out, message -> {})) {
            assertThat(run.members()).hasSize(3);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failureOfMemberStopsAndSavesTheOthers() throws IOException {
        Path out = parent.resolve("ensemble");
        Map<Long, Long> last = new ConcurrentHashMap<>();
        CountDownLatch begun = new CountDownLatch(1);
        EnsembleListener failing = new EnsembleListener() {
            @Override
            public TrainingListener member(long seed) {
                return new TrainingListener() {
                    @Override
                    public void step(StepReport report) {
                        last.put(seed, report.step());
                        if (seed == 5) {
                            begun.countDown();
                        }
                        if (seed == 6 && report.step() == 2) {
                            await(begun);
                            throw new IllegalStateException("member 6 fails");
                        }
                    }
                };
            }
        };
        // So many steps that no member ends by itself, and leaves its thread to the next, before another fails.
        try (EnsembleSession session = start(out, new ArrayList<>(), 1_000_000)) {
            assertThatThrownBy(() -> session.run(failing))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("member 6 fails");
        }
        assertThat(last.keySet()).doesNotContain(7L);
        assertThat(EnsembleFolder.member(out, 5).resolve("checkpoints/step-" + last.get(5L) + ".safetensors"))
                .exists();
        String end = "training.steps=" + (Collections.max(last.values()) + 1);
        try (EnsembleSession session = resume(out, RunConfig.overrides(List.of(end)))) {
            assertThat(session.run(new EnsembleListener() {})).allMatch(MemberOutcome::isTrained);
        }
    }

    @Test
    void folderIsLockedWhileItsMembersAreTrained() throws IOException {
        Path out = parent.resolve("ensemble");
        try (EnsembleSession session = start(out, new ArrayList<>())) {
            assertThat(session.seeds()).isEqualTo(SEEDS);
            assertThatThrownBy(() -> resume(out, NO_CHANGES))
                    .hasMessage(out + " is being trained in by another process; wait for it, or stop it");
        }
        resume(out, NO_CHANGES).close();
    }

    @Test
    void changedSettingsResumeTrainedMembers() throws IOException {
        Path out = parent.resolve("ensemble");
        try (EnsembleSession session = start(out, new ArrayList<>())) {
            session.run(new EnsembleListener() {});
        }
        try (EnsembleSession session = resume(out, RunConfig.overrides(List.of("threads=1")))) {
            assertThat(session.run(new EnsembleListener() {}))
                    .allMatch(member -> member.isTrained() && member.outcome().isEmpty());
        }
        try (EnsembleSession session = resume(out, RunConfig.overrides(List.of("training.steps=7")))) {
            assertThat(session.run(new EnsembleListener() {}))
                    .allMatch(member -> member.outcome().orElseThrow().step() == 7);
        }
    }

    @Test
    void ensembleOfNoRunsIsRefused() {
        assertThatThrownBy(() -> Transducer.open(List.of()))
                .hasMessage("the list of runs is empty, and an ensemble needs at least one; name its folder");
    }

    @Test
    void trainerTrainsAndResumesAnEnsembleOfPairsInMemory() {
        Trainer trainer = Trainer.of("builtin:edit")
                .pairs(List.of(new Example("ab", "c"), new Example("a", "cd"), new Example("b", "d")))
                .set("tokens", "chars")
                .set("scorer.dimension", 8)
                .set("sampler.dimension", 8)
                .set("training.steps", 3)
                .set("training.epochs", 0)
                .set("validShare", 0)
                .onMessage(message -> {});
        Path out = parent.resolve("memory");
        try (Transducer transducer = trainer.seeds(1, 2).train(out)) {
            assertThat(transducer.run().members()).hasSize(2);
            assertThat(transducer.transduce("ab").best().votes()).isZero();
            Transducer voting = transducer.with(transducer.options().withVote(true));
            assertThat(voting.transduce("ab").best().votes()).isPositive();
            assertThat(transducer.rerank("ab", List.of("c", "d")).outputs()).hasSize(2);
            assertThatThrownBy(() -> voting.rerank("ab", List.of("c", "d")))
                    .hasMessage(
                            "members vote only on outputs that they find, and these are given; rank them without a vote");
        }
        try (Transducer transducer = Trainer.resume(out, new TrainingListener() {});
                Transducer same =
                        Transducer.open(List.of(EnsembleFolder.member(out, 1), EnsembleFolder.member(out, 2)))) {
            assertThat(same.score("ab", "c")).isEqualTo(transducer.score("ab", "c"));
        }
        assertThatThrownBy(() -> trainer.seeds(1, 2).train(out))
                .hasMessage(out + " has an ensemble already; resume it, overwrite it, or name another folder");
        assertThatThrownBy(() -> trainer.seeds(1, 1).train(parent.resolve("twice")))
                .hasMessage("the seed 1 is given twice; the members of an ensemble need different seeds");
        assertThatThrownBy(() -> trainer.seeds(1, 2).workers(2).train(parent.resolve("workers")))
                .hasMessage("each member of an ensemble is trained by one worker; got 2; set workers to 1");
        assertThatThrownBy(() -> Trainer.resume(out, 2, new TrainingListener() {}))
                .hasMessage("each member of an ensemble is trained by one worker; got 2; set workers to 1");
        try (Transducer single = Transducer.open(EnsembleFolder.member(out, 1))) {
            assertThatThrownBy(() -> single.with(single.options().withVote(true)))
                    .hasMessage(EnsembleFolder.member(out, 1)
                            + " is a single run, and a vote needs an ensemble; name its folder, or several runs");
        }
    }
}
