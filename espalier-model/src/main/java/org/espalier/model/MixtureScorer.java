package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scorer of an ensemble: the mean of the probabilities that its members give a mark string. It cannot be trained. */
final class MixtureScorer implements MarkScorer {
    private final List<MarkScorer> members;
    private final Parameters parameters;

    MixtureScorer(List<MarkScorer> members) {
        this.members = List.copyOf(members);
        this.parameters =
                Parameters.joined(members.stream().map(MarkScorer::parameters).toList());
    }

    @Override
    public boolean isConditional() {
        return members.get(0).isConditional();
    }

    @Override
    public int marks() {
        return members.get(0).marks();
    }

    @Override
    public int maxMarks() {
        return members.stream().mapToInt(MarkScorer::maxMarks).min().orElseThrow();
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public MarkScorer replica() {
        return new MixtureScorer(members.stream().map(MarkScorer::replica).toList());
    }

    @Override
    public EventScores score(PrefixTree tree, Pass pass) {
        return new MixtureScores(MixtureWeights.ofEvents(
                tree,
                members.stream()
                        .map(member -> member.score(tree, pass).logProbabilities())
                        .toList()));
    }

    @Override
    public ScoringWalk walk(InputPlaces places) {
        return new MixtureWalk(
                members.stream().map(member -> member.walk(places)).toList(),
                new double[members.size()][places.rows()]);
    }

    private final class MixtureWalk implements ScoringWalk {
        private final List<ScoringWalk> walks;
        private final double[][] prefixes;
        private @Nullable List<double[]> symbols;

        MixtureWalk(List<ScoringWalk> walks, double[][] prefixes) {
            this.walks = walks;
            this.prefixes = prefixes;
        }

        /** Returns the log-probabilities of the symbols after each row under each member. */
        private List<double[]> symbols() {
            if (symbols == null) {
                symbols = walks.stream().map(ScoringWalk::logProbabilities).toList();
            }
            return symbols;
        }

        @Override
        public int rows() {
            return walks.get(0).rows();
        }

        @Override
        public double[] logProbabilities() {
            return MixtureWeights.ofChoices(
                    prefixes,
                    symbols(),
                    IntStream.rangeClosed(0, rows())
                            .map(row -> row * (marks() + 1))
                            .toArray());
        }

        @Override
        public ScoringWalk advance(int[] from, int[] marks, IntUnaryOperator position) {
            int[] choice = new int[from.length];
            Arrays.setAll(choice, i -> from[i] * (marks() + 1) + marks[i]);
            return new MixtureWalk(
                    walks.stream()
                            .map(walk -> walk.advance(from, marks, position))
                            .toList(),
                    MixtureWeights.advanced(prefixes, symbols(), from, choice));
        }

        @Override
        public ScoringWalk joinedWith(List<? extends ScoringWalk> others) {
            List<MixtureWalk> all = Stream.concat(
                            Stream.of(this), others.stream().map(other -> (MixtureWalk) other))
                    .toList();
            return new MixtureWalk(
                    MixtureWeights.joinedByMember(
                            all.stream().map(walk -> walk.walks).toList(), ScoringWalk::joinedWith),
                    MixtureWeights.joined(
                            all.stream().map(walk -> walk.prefixes).toList()));
        }

        @Override
        public void close() {
            walks.forEach(ScoringWalk::close);
        }
    }
}
