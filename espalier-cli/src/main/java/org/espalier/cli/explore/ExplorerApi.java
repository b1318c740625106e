package org.espalier.cli.explore;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.cli.http.HttpReply;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.Route;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.data.Pair;

/** The requests that pages can send. Queries of the catalogue are answered at once; computations go through a queue. */
final class ExplorerApi implements AutoCloseable {
    private final Catalogue catalogue;
    private final ModelQueries queries;
    private final WorkQueue queue = new WorkQueue(ExplorerLimits.WAITING, ExplorerLimits.TIME.toNanos());

    ExplorerApi(Catalogue catalogue, Consumer<String> warnings) {
        this.catalogue = catalogue;
        this.queries = new ModelQueries(warnings);
    }

    Map<String, Route> routes() {
        return Map.of(
                "/api/state", new Route.Get(query -> HttpReply.json(StateAnswer.of(catalogue))),
                "/api/machine", new Route.Get(this::machine),
                "/api/training", new Route.Get(this::training),
                "/api/pair", post(this::pair),
                "/api/infer", post(this::infer),
                "/api/step", post(this::step),
                "/api/cancel", post(this::cancel));
    }

    private static Route post(Function<JsonRequest, HttpReply> answer) {
        return new Route.Post(body -> answer.apply(JsonRequest.of(body)));
    }

    private HttpReply machine(Map<String, String> query) {
        CatalogueMachine machine = catalogue.machine(query.getOrDefault("id", ""));
        return HttpReply.json(queue.run(JobId.ANONYMOUS, stop -> MachineAnswer.of(machine)));
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

    private HttpReply pair(JsonRequest request) {
        return work(request, (pair, stop) -> PairAnswer.of(pair));
    }

    private HttpReply infer(JsonRequest request) {
        CatalogueRun run = run(request.text("group"), request.text("run"));
        int samples = request.number("samples", 1, Integer.MAX_VALUE);
        if (samples > ExplorerLimits.SAMPLES) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    samples + " samples are more than the " + ExplorerLimits.SAMPLES
                            + " that the explorer draws; ask for fewer, or use espalier align");
        }
        SamplingBudget budget = new SamplingBudget(samples, request.number("refine", 0, Integer.MAX_VALUE, 0));
        long seed = request.seed("seed").orElse(1);
        return work(request, (pair, stop) -> queries.infer(run, pair, budget, seed, stop));
    }

    private HttpReply step(JsonRequest request) {
        String group = request.text("group");
        List<CatalogueRun> runs =
                request.texts("runs").stream().map(id -> run(group, id)).toList();
        if (runs.size() > ExplorerLimits.RUNS) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    "at most " + ExplorerLimits.RUNS + " runs are compared at once");
        }
        List<Integer> prefix = request.numbers("prefix");
        return work(request, (pair, stop) -> queries.step(runs, pair, prefix, stop));
    }

    private CatalogueRun run(String group, String id) {
        CatalogueRun run = catalogue.run(id);
        if (!catalogue.group(group).runs().contains(run)) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    "run " + EspalierException.quote(id) + " is not in group " + EspalierException.quote(group));
        }
        return run;
    }

    private HttpReply cancel(JsonRequest request) {
        return HttpReply.json(Map.of("cancelled", queue.cancel(request.text("job"))));
    }

    /** A computation about a pair. */
    @FunctionalInterface
    private interface PairWork {
        Object answer(PairLattice pair, CancellationToken stop);
    }

    /** Queues work on a pair. A pair that is too large is refused before it is queued. */
    private HttpReply work(JsonRequest request, PairWork work) {
        JobId id = new JobId(request.text("client"), request.text("job"));
        RunGroup group = catalogue.group(request.text("group"));
        Pair pair = PairLattice.pair(group, request.text("x"), request.text("y"));
        Function<CancellationToken, Object> job = stop -> {
            PairLattice lattice = PairLattice.of(group, pair);
            stop.check();
            return work.answer(lattice, stop);
        };
        return HttpReply.json(queue.run(id, job));
    }

    /** Cancels the work, and closes the models once it has ended. */
    @Override
    public void close() {
        if (queue.close()) {
            queries.close();
        }
    }
}
