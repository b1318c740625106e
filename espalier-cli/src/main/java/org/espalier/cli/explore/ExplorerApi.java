package org.espalier.cli.explore;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.Pair;

/** What pages can ask for. Looking is done at once; whatever builds or computes waits for its turn. */
final class ExplorerApi implements AutoCloseable {
    private final Catalogue catalogue;
    private final ModelQueries workbench;
    private final WorkQueue queue = new WorkQueue(ExplorerLimits.WAITING, ExplorerLimits.TIME.toNanos());

    ExplorerApi(Catalogue catalogue, Consumer<String> warnings) {
        this.catalogue = catalogue;
        this.workbench = new ModelQueries(warnings);
    }

    Map<String, Route> routes() {
        return Map.of(
                "/api/state", new Route.Get(query -> HttpReply.json(StateAnswer.of(catalogue))),
                "/api/machine", new Route.Get(this::machine),
                "/api/training", new Route.Get(this::training),
                "/api/pair", new Route.Post(this::pair),
                "/api/infer", new Route.Post(this::infer),
                "/api/step", new Route.Post(this::step),
                "/api/cancel", new Route.Post(this::cancel));
    }

    private HttpReply machine(Map<String, String> query) {
        CatalogueMachine machine = catalogue.machine(query.getOrDefault("id", ""));
        return HttpReply.json(queue.run(JobId.NOBODYS, stop -> MachineAnswer.of(machine)));
    }

    private HttpReply training(Map<String, String> query) {
        CatalogueRun run = catalogue.run(query.getOrDefault("id", ""));
        String from = query.getOrDefault("from", "0");
        if (!from.matches("\\d{1,18}")) {
            throw new RequestRefusedException(
                    RequestRefusedException.BAD_REQUEST,
                    "from must be a number of bytes; got " + EspalierException.quote(from));
        }
        return HttpReply.json(TrainingMetricsReader.read(run, Long.parseLong(from)));
    }

    private HttpReply pair(JsonRequest question) {
        return work(question, (pair, stop) -> PairAnswer.of(pair));
    }

    private HttpReply infer(JsonRequest question) {
        CatalogueRun run = run(question.text("group"), question.text("run"));
        int samples = question.number("samples", 1, Integer.MAX_VALUE);
        if (samples > ExplorerLimits.SAMPLES) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    samples + " samples are more than the " + ExplorerLimits.SAMPLES
                            + " that the explorer draws; ask for fewer, or" + " take espalier align");
        }
        long seed = question.seed("seed").orElse(1);
        return work(question, (pair, stop) -> workbench.infer(run, pair, samples, seed, stop));
    }

    private HttpReply step(JsonRequest question) {
        String group = question.text("group");
        List<CatalogueRun> runs =
                question.texts("runs").stream().map(id -> run(group, id)).toList();
        if (runs.size() > ExplorerLimits.RUNS) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    "at most " + ExplorerLimits.RUNS + " runs are compared at once");
        }
        List<Integer> prefix = question.numbers("prefix");
        return work(question, (pair, stop) -> workbench.step(runs, pair, prefix, stop));
    }

    private CatalogueRun run(String group, String id) {
        CatalogueRun run = catalogue.run(id);
        if (!catalogue.group(group).runs().contains(run)) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    "run " + EspalierException.quote(id) + " is not one of group " + EspalierException.quote(group));
        }
        return run;
    }

    private HttpReply cancel(JsonRequest question) {
        return HttpReply.json(Map.of("cancelled", queue.cancel(question.text("job"))));
    }

    /** What is computed for a pair. */
    @FunctionalInterface
    private interface OfPair {
        Object answer(PairLattice pair, CancellationToken stop);
    }

    /** A pair that is too large is refused before it waits. */
    private HttpReply work(JsonRequest question, OfPair work) {
        JobId ticket = new JobId(question.text("client"), question.text("job"));
        RunGroup group = catalogue.group(question.text("group"));
        Pair pair = PairLattice.pair(group, question.text("x"), question.text("y"));
        Function<CancellationToken, Object> whole = stop -> {
            PairLattice lattice = PairLattice.of(group, pair);
            stop.check();
            return work.answer(lattice, stop);
        };
        return HttpReply.json(queue.run(ticket, whole));
    }

    /** Ends the work, and then the models that it used. */
    @Override
    public void close() {
        if (queue.end()) {
            workbench.close();
        }
    }
}
