package org.espalier.model.estimate;

/**
 * What estimators estimate, exactly: sums over every path of a lattice, as exact as the models' own numbers. Information
 * is in nats.
 *
 * @param paths how many paths there are
 * @param logLikelihood log p̃(x, y) = log Σ p̃(ω)
 * @param exclusiveKl KL(q ‖ p) (equation 6)
 * @param inclusiveKl KL(p ‖ q), what samplers are trained by
 * @param partialKl E_q[log q(ω) - log p̃(ω)] (equation 7)
 * @param markLength the expected number of marks under p(· | x, y)
 * @param posteriorEntropy the entropy of p(· | x, y)
 * @param samplerEntropy the entropy of q(· | x, y)
 * @param samplerMass Σ q(ω), which is 1 but for rounding
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
        double samplerMass) {

    /** Takes paths one by one and holds sums only. Those weighted by p̃ are relative to its largest value so far. */
    static final class Sums {
        private long paths;
        private double max = Double.NEGATIVE_INFINITY;
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
