package org.espalier.run.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.PairQuery;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairSet;
import org.espalier.run.folder.TrainedRun;

/**
 * Answers requests about pairs by their lattices.
 *
 * <p>Memory: the lattices of some pairs, up to {@link #MAX_BYTES} and one lattice more.
 *
 * @param maxStates the largest number of states of a lattice
 * @param obstacle returns why a lattice cannot be used, or nothing
 * @param format makes the JSON object of an answer
 */
record PairRequests<T>(
        TrainedRun run,
        int maxStates,
        Function<Lattice, Optional<String>> obstacle,
        PairQuery<T> query,
        BiFunction<Pair, T, Map<String, Object>> format)
        implements Question.Answerer {
    private static final long MAX_BYTES = 64L << 20;

    /** A pair whose lattice has paths, and its index among the requests. */
    private record RequestedPair(Pair pair, Lattice lattice, int index) {}

    @Override
    public void answer(List<Request> requests, ObjIntConsumer<Map<String, Object>> consumer) {
        LatticeBuilder builder = Question.builder(run, maxStates);
        List<RequestedPair> built = new ArrayList<>();
        long bytes = 0;
        for (int k = 0; k < requests.size(); k++) {
            try {
                Pair pair = Question.pair(requests.get(k), Question.reading(run));
                Lattice lattice = PairSet.lattice(pair, builder, obstacle);
                built.add(new RequestedPair(pair, lattice, k));
                bytes += lattice.bytes();
            } catch (EspalierException e) {
                consumer.accept(Question.failure(String.valueOf(e.getMessage())), k);
            }
            if (bytes > MAX_BYTES) {
                ask(built, consumer);
                built.clear();
                bytes = 0;
            }
        }
        ask(built, consumer);
    }

    private void ask(List<RequestedPair> built, ObjIntConsumer<Map<String, Object>> consumer) {
        query.<Function<Pair, Map<String, Object>>>ask(
                built.stream().map(RequestedPair::lattice).toList(),
                answer -> pair -> format.apply(pair, answer),
                reason -> pair -> Question.failure(reason),
                (answer, k) -> consumer.accept(answer.apply(built.get(k).pair), built.get(k).index));
    }
}
