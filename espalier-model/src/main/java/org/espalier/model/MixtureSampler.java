package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/** The sampler of an ensemble: the mean of the probabilities that its members give a path. It cannot be trained. */
final class MixtureSampler implements PathSampler {
    private final List<PathSampler> members;
    private final Parameters parameters;

    MixtureSampler(List<PathSampler> members) {
        this.members = List.copyOf(members);
        this.parameters =
                Parameters.joined(members.stream().map(PathSampler::parameters).toList());
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public PathSampler replica() {
        return new MixtureSampler(members.stream().map(PathSampler::replica).toList());
    }

    @Override
    public Optional<String> obstacle(Lattice lattice) {
        return members.stream()
                .flatMap(member -> member.obstacle(lattice).stream())
                .findFirst();
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        return new MixtureEncoding(
                batch,
                members.stream().map(member -> member.encode(batch, pass)).toList());
    }

    private record MixtureEncoding(LatticeBatch batch, List<Encoded> encodings) implements Encoded {
        @Override
        public EventScores score(PrefixTree tree) {
            return new MixtureScores(MixtureWeights.ofEvents(
                    tree,
                    encodings.stream()
                            .map(encoding -> encoding.score(tree).logProbabilities())
                            .toList()));
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            return new MixtureWalk(
                    batch,
                    encodings.stream().map(encoding -> encoding.walk(pairs)).toList(),
                    new double[encodings.size()][pairs.length]);
        }
    }

    private static final class MixtureWalk implements SamplingWalk {
        private final LatticeBatch batch;
        private final List<SamplingWalk> walks;
        private final double[][] prefixes;
        private @Nullable List<double[]> choices;

        MixtureWalk(LatticeBatch batch, List<SamplingWalk> walks, double[][] prefixes) {
            this.batch = batch;
            this.walks = walks;
            this.prefixes = prefixes;
        }

        /** Returns the log-probabilities of the choices after each row under each member. */
        private List<double[]> choices() {
            if (choices == null) {
                choices = walks.stream().map(SamplingWalk::logProbabilities).toList();
            }
            return choices;
        }

        /** Returns the first choice of each row, followed by the number of choices. */
        private int[] begin() {
            return batch.firstChoices(
                    IntStream.range(0, rows()).map(this::state).toArray());
        }

        @Override
        public int rows() {
            return walks.get(0).rows();
        }

        @Override
        public int state(int row) {
            return walks.get(0).state(row);
        }

        @Override
        public double[] logProbabilities() {
            return MixtureWeights.ofChoices(prefixes, choices(), begin());
        }

        @Override
        public SamplingWalk advance(int[] from, int[] ranks) {
            int[] begin = begin();
            int[] choice = new int[from.length];
            Arrays.setAll(choice, i -> begin[from[i]] + ranks[i]);
            double[][] longer = MixtureWeights.advanced(prefixes, choices(), from, choice);
            return new MixtureWalk(
                    batch, walks.stream().map(walk -> walk.advance(from, ranks)).toList(), longer);
        }

        @Override
        public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
            List<MixtureWalk> all = Stream.concat(
                            Stream.of(this), others.stream().map(other -> (MixtureWalk) other))
                    .toList();
            return new MixtureWalk(
                    batch,
                    MixtureWeights.joinedByMember(
                            all.stream().map(walk -> walk.walks).toList(), SamplingWalk::joinedWith),
                    MixtureWeights.joined(
                            all.stream().map(walk -> walk.prefixes).toList()));
        }

        @Override
        public void close() {
            walks.forEach(SamplingWalk::close);
        }
    }
}
