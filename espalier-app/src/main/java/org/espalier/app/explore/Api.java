package org.espalier.app.explore;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.app.data.Pair;
import org.espalier.fst.EspalierException;

/** What pages can ask for. Looking is done at once; whatever builds or computes waits for its turn. */
final class Api implements AutoCloseable {
    private final Catalogue catalogue;
    private final Workbench workbench;
    private final WorkQueue queue = new WorkQueue(Limits.WAITING, Limits.TIME.toNanos());

    Api(Catalogue catalogue, Consumer<String> warnings) {
        this.catalogue = catalogue;
        this.workbench = new Workbench(warnings);
    }

    Map<String, Route> routes() {
        return Map.of(
                "/api/state", new Route.Get(query -> Reply.json(State.of(catalogue))),
                "/api/machine", new Route.Get(this::machine),
                "/api/training", new Route.Get(this::training),
                "/api/pair", new Route.Post(this::pair),
                "/api/infer", new Route.Post(this::infer),
                "/api/step", new Route.Post(this::step),
                "/api/cancel", new Route.Post(this::cancel));
    }

    private Reply machine(Map<String, String> query) {
        ShownMachine machine = catalogue.machine(query.getOrDefault("id", ""));
        return Reply.json(queue.run(Ticket.NOBODYS, stop -> MachineAnswer.of(machine)));
    }

    private Reply training(Map<String, String> query) {
        ShownRun run = catalogue.run(query.getOrDefault("id", ""));
        String from = query.getOrDefault("from", "0");
        if (!from.matches("\\d{1,18}")) {
            throw new Refusal(
                    Refusal.BAD_REQUEST, "from must be a number of bytes; got " + EspalierException.quote(from));
        }
        return Reply.json(TrainingLog.read(run, Long.parseLong(from)));
    }

    private Reply pair(Question question) {
        return work(question, (pair, stop) -> PairAnswer.of(pair));
    }

    private Reply infer(Question question) {
        ShownRun run = run(question.text("group"), question.text("run"));
        int samples = question.number("samples", 1, Integer.MAX_VALUE);
        if (samples > Limits.SAMPLES) {
            throw new Refusal(
                    Refusal.UNPROCESSABLE,
                    samples + " samples are more than the " + Limits.SAMPLES
                            + " that the explorer draws; ask for fewer, or" + " take espalier align");
        }
        long seed = question.seed("seed").orElse(1);
        return work(question, (pair, stop) -> workbench.infer(run, pair, samples, seed, stop));
    }

    private Reply step(Question question) {
        String group = question.text("group");
        List<ShownRun> runs =
                question.texts("runs").stream().map(id -> run(group, id)).toList();
        if (runs.size() > Limits.RUNS) {
            throw new Refusal(Refusal.UNPROCESSABLE, "at most " + Limits.RUNS + " runs are compared at once");
        }
        List<Integer> prefix = question.numbers("prefix");
        return work(question, (pair, stop) -> workbench.step(runs, pair, prefix, stop));
    }

    private ShownRun run(String group, String id) {
        ShownRun run = catalogue.run(id);
        if (!catalogue.group(group).runs().contains(run)) {
            throw new Refusal(
                    Refusal.UNPROCESSABLE,
                    "run " + EspalierException.quote(id) + " is not one of group " + EspalierException.quote(group));
        }
        return run;
    }

    private Reply cancel(Question question) {
        return Reply.json(Map.of("cancelled", queue.cancel(question.text("job"))));
    }

    /** What is computed for a pair. */
    @FunctionalInterface
    private interface OfPair {
        Object answer(PairLattice pair, Stop stop);
    }

    /** A pair that is too large is refused before it waits. */
    private Reply work(Question question, OfPair work) {
        Ticket ticket = new Ticket(question.text("client"), question.text("job"));
        Group group = catalogue.group(question.text("group"));
        Pair pair = PairLattice.pair(group, question.text("x"), question.text("y"));
        Function<Stop, Object> whole = stop -> {
            PairLattice lattice = PairLattice.of(group, pair);
            stop.check();
            return work.answer(lattice, stop);
        };
        return Reply.json(queue.run(ticket, whole));
    }

    /** Ends the work, and then the models that it used. */
    @Override
    public void close() {
        if (queue.end()) {
            workbench.close();
        }
    }
}
