package org.espalier.run.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.Alignments;
import org.espalier.run.OutputFinder;
import org.espalier.run.PairQuery;
import org.espalier.run.Transductions;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.AlignmentLines;
import org.espalier.run.result.Json;
import org.espalier.run.result.LatticeGraph;
import org.espalier.run.result.LatticeSummary;
import org.espalier.run.result.RankingLines;
import org.espalier.run.result.ScoreLines;

/**
 * What a request asks, with its settings. Requests with equal questions are answered together. The defaults are those of the
 * commands of the same names.
 */
sealed interface Question {
    /** Answers requests that ask the same. Safe for use by several threads while the run is open. */
    @FunctionalInterface
    interface Answerer {
        /**
         * Answers requests.
         *
         * @param consumer receives one object for each request with its index, on the calling thread, as soon as it is known;
         *     {@link #failure} for one that cannot be answered
         */
        void answer(List<Request> requests, ObjIntConsumer<Map<String, Object>> consumer);
    }

    /**
     * Prepares the answers of a run. What this costs is paid once for all requests that ask the same.
     *
     * @throws EspalierException if the run cannot answer this question at all
     */
    Answerer prepare(TrainedRun run);

    /** Returns the answer to a request that has none. */
    static Map<String, Object> failure(String reason) {
        return Json.object("error", reason.replaceAll("\\s*\\R\\s*", " "));
    }

    static Reading reading(TrainedRun run) {
        return run.config().data().reading();
    }

    /** Reads how many strings are drawn. */
    private static SamplingBudget budget(RequestFields fields, int samples, RequestLimits limits) {
        return new SamplingBudget(
                fields.number("samples", 1, limits.samples(), Math.min(samples, limits.samples())),
                fields.number("refine", 0, limits.samples() - 1, 0));
    }

    private static long seed(RequestFields fields, long otherwise) {
        return fields.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, otherwise);
    }

    /** Refuses refinement together with methods that draw no strings from the sampler, or weigh them in another way. */
    private static void requireAlone(SamplingBudget budget, boolean exact, boolean smc) {
        if (exact && smc) {
            throw new EspalierException("exact and smc are two ways to the same number; give one");
        }
        if (budget.isRefined() && (exact || smc)) {
            throw new EspalierException("refine is about strings drawn by importance sampling and cannot be combined"
                    + " with " + (exact ? "exact" : "smc") + "; give one or the other");
        }
    }

    /** Asks for the most probable outputs of an input. */
    record Transduce(
            SearchSettings search,
            int nBest,
            double mass,
            SamplingBudget budget,
            long seed,
            boolean vote,
            UnknownSymbolPolicy unknown)
            implements Question {
        static Transduce of(RequestFields fields, RequestLimits limits, long seed) {
            int nBest = fields.number(
                    "nbest", 1, limits.outputs(), Math.min(SearchSettings.DEFAULT.nBest(), limits.outputs()));
            int candidates = fields.number(
                    "candidates", 1, limits.outputs(), Math.min(OutputFinder.CANDIDATES, limits.outputs()));
            int maxOutput = fields.number("maxOutput", 1, limits.characters(), 0);
            SearchSettings search = SearchSettings.DEFAULT
                    .withBeam(fields.number("beam", 1, limits.beam(), 0))
                    .withThreshold(fields.share("threshold", true, SearchSettings.AUTOMATIC))
                    .withNBest(Math.max(candidates, nBest));
            return new Transduce(
                    maxOutput == 0 ? search : search.withMaxOutput(maxOutput),
                    nBest,
                    fields.share("mass", false, 1),
                    Question.budget(fields, OutputFinder.SAMPLES, limits),
                    Question.seed(fields, seed),
                    fields.flag("vote"),
                    fields.word("unknown", List.of("fail", "copy")).equals("copy")
                            ? UnknownSymbolPolicy.COPY
                            : UnknownSymbolPolicy.FAIL);
        }

        @Override
        public Answerer prepare(TrainedRun run) {
            SearchSettings bounded = search.withMaxMarks(run.config().lattices().maxMarks());
            OutputFinder finder = vote
                    ? OutputFinder.voting(run, bounded, nBest, budget, unknown, seed)
                    : new OutputFinder(run, bounded, nBest, budget, unknown, seed);
            return (requests, consumer) -> answer(run, finder, requests, consumer);
        }

        private void answer(
                TrainedRun run,
                OutputFinder finder,
                List<Request> requests,
                ObjIntConsumer<Map<String, Object>> consumer) {
            Alphabet symbols = run.lattices().machine().input();
            List<List<String>> inputs = new ArrayList<>();
            List<Integer> places = new ArrayList<>();
            for (int k = 0; k < requests.size(); k++) {
                try {
                    List<String> x =
                            Question.reading(run).inputSymbols(requests.get(k).x());
                    if (unknown != UnknownSymbolPolicy.COPY) {
                        UnknownSymbols.problem(x, symbols, "reads").ifPresent(reason -> {
                            throw new EspalierException(reason);
                        });
                    }
                    inputs.add(x);
                    places.add(k);
                } catch (EspalierException e) {
                    consumer.accept(failure(String.valueOf(e.getMessage())), k);
                }
            }
            finder.forEach(inputs, (found, k) -> consumer.accept(object(found), places.get(k)));
        }

        private Map<String, Object> object(Transductions found) {
            if (found.failure().isPresent()) {
                return failure(found.failure().get());
            }
            Map<String, Object> object = RankingLines.object(mass < 1 ? found.withMass(mass) : found);
            found.caution().ifPresent(caution -> object.put("caution", caution.message()));
            return object;
        }
    }

    /** Asks for alignments of a pair. */
    record Align(SamplingBudget budget, long seed, boolean exact, long maxPaths, boolean best, int maxStates)
            implements Question {
        static Align of(RequestFields fields, RequestLimits limits, long seed) {
            Align read = new Align(
                    Question.budget(fields, PairQuery.ALIGNMENT_SAMPLES, limits),
                    Question.seed(fields, seed),
                    fields.flag("exact"),
                    fields.number("maxPaths", 1, limits.paths(), limits.paths()),
                    fields.flag("best"),
                    limits.states());
            Question.requireAlone(read.budget, read.exact, false);
            return read;
        }

        @Override
        public Answerer prepare(TrainedRun run) {
            AlignmentLines lines = new AlignmentLines(Question.reading(run), best);
            PairQuery<Alignments> query =
                    exact ? PairQuery.exactAlignments(run, maxPaths) : PairQuery.alignments(run, budget, seed);
            Function<Lattice, Optional<String>> obstacle = Question.obstacle(run, exact, maxPaths);
            return new PairRequests<>(run, maxStates, obstacle, query, (pair, found) -> {
                Map<String, Object> object = lines.object(pair, found);
                object.put("rows", found.rows());
                return object;
            });
        }
    }

    /** Asks for the log-probability of a pair. */
    record Score(SamplingBudget budget, long seed, boolean exact, boolean smc, long maxPaths, int maxStates)
            implements Question {
        static Score of(RequestFields fields, RequestLimits limits, long seed) {
            Score read = new Score(
                    Question.budget(fields, PairQuery.SCORE_SAMPLES, limits),
                    Question.seed(fields, seed),
                    fields.flag("exact"),
                    fields.flag("smc"),
                    fields.number("maxPaths", 1, limits.paths(), limits.paths()),
                    limits.states());
            Question.requireAlone(read.budget, read.exact, read.smc);
            return read;
        }

        @Override
        public Answerer prepare(TrainedRun run) {
            ScoreLines lines = new ScoreLines(Question.reading(run));
            PairQuery<Estimate> query = query(run);
            Function<Lattice, Optional<String>> obstacle = Question.obstacle(run, exact, maxPaths);
            return new PairRequests<>(run, maxStates, obstacle, query, lines::object);
        }

        private PairQuery<Estimate> query(TrainedRun run) {
            if (exact) {
                return PairQuery.exactScores(run, maxPaths);
            }
            return smc ? PairQuery.filteredScores(run, budget.samples(), seed) : PairQuery.scores(run, budget, seed);
        }
    }

    /** Asks for the size of the lattice of a pair and, if wanted, for its states and arcs. */
    record Paths(boolean graph, int maxStates) implements Question {
        static Paths of(RequestFields fields, RequestLimits limits) {
            return new Paths(fields.flag("graph"), limits.states());
        }

        @Override
        public Answerer prepare(TrainedRun run) {
            return (requests, consumer) -> {
                LatticeBuilder builder = Question.builder(run, maxStates);
                for (int k = 0; k < requests.size(); k++) {
                    consumer.accept(answer(run, requests.get(k), builder), k);
                }
            };
        }

        private Map<String, Object> answer(TrainedRun run, Request request, LatticeBuilder builder) {
            try {
                Pair pair = Question.pair(request, Question.reading(run));
                return object(run, pair, PairSet.lattice(pair, builder, lattice -> Optional.empty()));
            } catch (EspalierException e) {
                return failure(String.valueOf(e.getMessage()));
            }
        }

        private Map<String, Object> object(TrainedRun run, Pair pair, Lattice lattice) {
            Map<String, Object> object = LatticeSummary.of(lattice, pair).json();
            if (graph) {
                object.put(
                        "graph",
                        LatticeGraph.of(lattice, pair, Question.reading(run)).json());
            }
            return object;
        }
    }

    static Pair pair(Request request, Reading reading) {
        return new Pair(reading.inputSymbols(request.x()), reading.outputSymbols(request.y()), 0);
    }

    static LatticeBuilder builder(TrainedRun run, int maxStates) {
        LatticeOptions options = run.config().lattices();
        return run.lattices().builder(options.withMaxStates(Math.min(maxStates, options.maxStates())));
    }

    /** Returns why a lattice cannot be used, or empty if it can. */
    private static Function<Lattice, Optional<String>> obstacle(TrainedRun run, boolean exact, long maxPaths) {
        return lattice -> run.model()
                .sampler()
                .obstacle(lattice)
                .or(() -> exact
                        ? Exact.obstacle(lattice, maxPaths)
                                .map(reason -> "the paths of the pair cannot be enumerated: " + reason
                                        + "; leave out exact"
                                        + (lattice.isAcyclic() ? ", or raise maxPaths" : ""))
                        : Optional.empty());
    }
}
