package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.espalier.fst.base.LogSpace;

/**
 * The arithmetic of mixtures of autoregressive distributions. A mixture of whole strings, p(ω) = Σ_m p_m(ω) / M, is
 * autoregressive again: after a prefix, each member counts in proportion to the probability that it gave the prefix.
 */
final class MixtureWeights {
    private MixtureWeights() {}

    /**
     * Returns the log-probability of each event of a tree under the mixture.
     *
     * @param members the log-probabilities of the events under each member
     */
    static double[] ofEvents(PrefixTree tree, List<double[]> members) {
        double[][] ofPrefix = new double[members.size()][tree.nodes()];
        for (int m = 0; m < ofPrefix.length; m++) {
            for (int node = tree.pairs(); node < tree.nodes(); node++) {
                ofPrefix[m][node] = ofPrefix[m][tree.parent(node)] + members.get(m)[tree.eventOfNode(node)];
            }
        }
        double[] result = new double[tree.events()];
        for (int event = 0; event < result.length; event++) {
            int prefix = tree.prefix(event);
            double with = LogSpace.ZERO;
            double without = LogSpace.ZERO;
            for (int m = 0; m < ofPrefix.length; m++) {
                without = LogSpace.add(without, ofPrefix[m][prefix]);
                with = LogSpace.add(with, ofPrefix[m][prefix] + members.get(m)[event]);
            }
            result[event] = with - without;
        }
        return result;
    }

    /**
     * Returns the log-probability of each choice after each prefix of a walk under the mixture.
     *
     * @param prefixes the log-probability of each prefix under each member
     * @param choices the log-probabilities of the choices of all prefixes under each member
     * @param begin the first choice of each prefix, followed by the number of choices
     */
    static double[] ofChoices(double[][] prefixes, List<double[]> choices, int... begin) {
        double[] result = new double[begin[begin.length - 1]];
        for (int row = 0; row + 1 < begin.length; row++) {
            double without = LogSpace.ZERO;
            for (double[] ofMember : prefixes) {
                without = LogSpace.add(without, ofMember[row]);
            }
            for (int choice = begin[row]; choice < begin[row + 1]; choice++) {
                double with = LogSpace.ZERO;
                for (int m = 0; m < prefixes.length; m++) {
                    with = LogSpace.add(with, prefixes[m][row] + choices.get(m)[choice]);
                }
                result[choice] = with - without;
            }
        }
        return result;
    }

    /** Returns the log-probabilities of longer prefixes under each member: row i continues row {@code from[i]} by a choice. */
    static double[][] advanced(double[][] prefixes, List<double[]> choices, int[] from, int[] choice) {
        double[][] result = new double[prefixes.length][from.length];
        for (int m = 0; m < prefixes.length; m++) {
            for (int i = 0; i < from.length; i++) {
                result[m][i] = prefixes[m][from[i]] + choices.get(m)[choice[i]];
            }
        }
        return result;
    }

    /** Returns the rows of several walks, one after the other. */
    static double[][] joined(List<double[][]> walks) {
        int members = walks.get(0).length;
        double[][] result = new double[members][];
        for (int m = 0; m < members; m++) {
            int member = m;
            result[m] = walks.stream()
                    .flatMapToDouble(walk -> Arrays.stream(walk[member]))
                    .toArray();
        }
        return result;
    }

    /**
     * Joins walks of a mixture member by member.
     *
     * @param walks for each walk of the mixture, those of its members
     * @param join joins a walk of a member with others of it
     */
    static <W> List<W> joinedByMember(List<List<W>> walks, BiFunction<W, List<W>, W> join) {
        return IntStream.range(0, walks.get(0).size())
                .mapToObj(member -> {
                    List<W> ofMember =
                            walks.stream().map(each -> each.get(member)).toList();
                    return join.apply(ofMember.get(0), ofMember.subList(1, ofMember.size()));
                })
                .toList();
    }
}
