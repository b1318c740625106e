package org.espalier.run.training;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Model;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.folder.Models;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;

/**
 * The training of an ensemble: of runs that differ in their seeds alone, side by side in this process, one thread each. The
 * bits of a member are those of a single training with its seed and one thread.
 *
 * <p>All members are begun before the first is trained, so a session that starts and one that resumes train in the same way:
 * each member is resumed from its latest checkpoint, or from its beginning. Closing a session releases the folder.
 */
public final class EnsembleSession implements AutoCloseable {
    private static final String THREADS = "threads";

    private final EnsembleFolder folder;
    private final SettingValues changes;
    private final int threads;
    private final Consumer<String> messages;
    private final RunFolder.Lock lock;

    private EnsembleSession(
            EnsembleFolder folder, SettingValues changes, int threads, Consumer<String> messages, RunFolder.Lock lock) {
        this.folder = folder;
        this.changes = changes;
        this.threads = threads;
        this.messages = messages;
        this.lock = lock;
    }

    /**
     * Begins all members of a new ensemble. Faults of the data are found before the folder is touched.
     *
     * @param data the pairs and the machine of all members; its {@code threads} is the number of members that are trained at the
     *     same time, and its memory for lattices is divided among these
     * @param messages receives what a person should know before the first step
     * @throws EspalierException if the settings, the machine and the pairs do not fit together, or the folder is taken
     */
    public static EnsembleSession start(EnsembleFolder folder, RunData data, Consumer<String> messages) {
        folder.requireElsewhere(data.inputs());
        Mfst machine = data.machine(messages);
        requireTrainable(data, machine, messages);
        int threads = Math.min(data.config().threads(), folder.seeds().size());
        List<RunConfig> members = folder.seeds().stream()
                .map(seed -> data.config(
                        folder.member(seed),
                        Map.of(
                                "seed",
                                seed,
                                THREADS,
                                1,
                                "lattice.cacheBytes",
                                Math.max(1, data.config().cacheBytes() / threads))))
                .toList();
        RunFolder.Lock lock = folder.lock();
        try {
            folder.begin(members, machine, data.keptPairs(), threads);
            // What the members would say has been said above.
            return new EnsembleSession(folder, RunConfig.values(Map.of()), threads, line -> {}, lock);
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Fails if the members could not be trained, and reports what they have in common. */
    private static void requireTrainable(RunData data, Mfst machine, Consumer<String> messages) {
        SessionOptions options = new SessionOptions(messages);
        try (Model model = Models.initial(data.config(), machine, messages)) {
            TrainingSession.split(data, machine, model, options);
            TrainingSession.warnOfPrecision(data.config(), messages);
        }
    }

    /**
     * Resumes an ensemble.
     *
     * @param changes new values of settings that may change during a run; {@code threads} is the number of members that are
     *     trained at the same time
     * @param messages receives what a person should know before the first step; what several members say is passed on once
     * @throws EspalierException if another process trains here
     */
    public static EnsembleSession resume(EnsembleFolder folder, SettingValues changes, Consumer<String> messages) {
        RunFolder.Lock lock = folder.lock();
        try {
            return new EnsembleSession(folder, changes, threads(folder, changes), distinct(messages), lock);
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private static int threads(EnsembleFolder folder, SettingValues changes) {
        if (changes.keys().contains(THREADS)) {
            RunFolder first = RunFolder.open(folder.member(folder.seeds().get(0)));
            return RunConfig.of(first.config().values().overriddenBy(changes)).threads();
        }
        return Math.min(folder.threads(), Runtime.getRuntime().availableProcessors());
    }

    private static Consumer<String> distinct(Consumer<String> messages) {
        Set<String> passed = ConcurrentHashMap.newKeySet();
        return line -> {
            if (passed.add(line)) {
                messages.accept(line);
            }
        };
    }

    /** Returns the seeds of the members. */
    public List<Long> seeds() {
        return folder.seeds();
    }

    /**
     * Trains the members whose training has not reached its end. When one fails, the others stop and are saved, and the failure
     * is thrown.
     *
     * @return the end of each member, in the order of the seeds
     * @throws ResumableException if a file of a run cannot be written
     */
    public List<MemberOutcome> run(EnsembleListener listener) {
        ParallelTasks parallel = new ParallelTasks(threads);
        Map<Long, MemberOutcome> outcomes = new ConcurrentHashMap<>();
        parallel.forEach(folder.seeds(), seed -> {
            MemberOutcome outcome = train(seed, listener, parallel);
            outcomes.put(seed, outcome);
            listener.ended(outcome);
        });
        return folder.seeds().stream()
                .map(seed -> Objects.requireNonNull(outcomes.get(seed)))
                .toList();
    }

    private MemberOutcome train(long seed, EnsembleListener listener, ParallelTasks parallel) {
        if (!isChanged() && folder.isTrained(seed)) {
            return new MemberOutcome(seed, true, Optional.empty());
        }
        if (listener.stopRequested()) {
            return new MemberOutcome(seed, false, Optional.empty());
        }
        SettingValues ofMember = changes.overriddenBy(RunConfig.values(Map.of(THREADS, 1)));
        try (TrainingSession session =
                TrainingSession.resume(RunFolder.open(folder.member(seed)), ofMember, new SessionOptions(messages))) {
            TrainingOutcome outcome = session.run(listener.member(seed).andThen(stopping(listener, parallel)));
            boolean isTrained = outcome.reason() != TrainingOutcome.Reason.STOPPED;
            if (isTrained) {
                folder.recordTrained(seed, outcome.step());
            }
            return new MemberOutcome(seed, isTrained, Optional.of(outcome));
        } catch (ResumableException e) {
            throw new ResumableException(String.valueOf(e.getMessage()), folder.path(), e);
        }
    }

    /** Returns whether settings have changed on which the end of a training depends. */
    private boolean isChanged() {
        return changes.keys().stream().anyMatch(key -> !key.equals(THREADS));
    }

    private static TrainingListener stopping(EnsembleListener listener, ParallelTasks parallel) {
        return new TrainingListener() {
            @Override
            public boolean stopRequested() {
                return listener.stopRequested() || parallel.hasFailed();
            }
        };
    }

    @Override
    public void close() {
        lock.close();
    }
}
