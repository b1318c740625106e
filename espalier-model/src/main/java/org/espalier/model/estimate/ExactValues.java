package org.espalier.model.estimate;

import java.io.Serializable;
import org.espalier.fst.base.LogSpace;

/**
 * The exact values of what estimators estimate: sums over every path of a lattice. Information is in nats.
 *
 * @param paths the number of paths
 * @param logLikelihood log p̃(x, y) = log Σ p̃(ω)
 * @param exclusiveKl KL(q ‖ p) (equation 6)
 * @param inclusiveKl KL(p ‖ q), which the training of samplers minimizes
 * @param partialKl E_q[log q(ω) - log p̃(ω)] (equation 7)
 * @param markLength the expected number of marks under p(· | x, y)
 * @param posteriorEntropy the entropy of p(· | x, y)
 * @param samplerEntropy the entropy of q(· | x, y)
 * @param samplerMass Σ q(ω), which is 1 up to rounding
 */
public record ExactValues(
        long paths,
        double logLikelihood,
        double exclusiveKl,
        double inclusiveKl,
        double partialKl,
        double markLength,
        double posteriorEntropy,
        double samplerEntropy,
        double samplerMass)
        implements Serializable {

    /** Accumulates paths one by one, as sums. Sums weighted by p̃ are relative to its largest value so far. */
    static final class Sums {
        private long paths;
        private double max = LogSpace.ZERO;
        private double mass;
        private double logP;
        private double logWeight;
        private double length;
        private double samplerMass;
        private double partialKl;
        private double samplerEntropy;

        void add(ScoredString string) {
            if (string.logP() > max) {
                rescale(string.logP());
            }
            paths++;
            double p = Math.exp(string.logP() - max);
            mass += p;
            logP += p * (string.logP() - max);
            logWeight += p * string.logWeight();
            length += p * string.marks().length;
            double q = Math.exp(string.logQ());
            if (q > 0) {
                samplerMass += q;
                partialKl -= q * string.logWeight();
                samplerEntropy -= q * string.logQ();
            }
        }

        private void rescale(double larger) {
            double scale = Math.exp(max - larger);
            if (paths > 0) {
                logP += mass * (max - larger);
            }
            mass *= scale;
            logP *= scale;
            logWeight *= scale;
            length *= scale;
            max = larger;
        }

        ExactValues values() {
            double logLikelihood = max + Math.log(mass);
            return new ExactValues(
                    paths,
                    logLikelihood,
                    partialKl + logLikelihood,
                    logWeight / mass - logLikelihood,
                    partialKl,
                    length / mass,
                    Math.log(mass) - logP / mass,
                    samplerEntropy,
                    samplerMass);
        }
    }
}
