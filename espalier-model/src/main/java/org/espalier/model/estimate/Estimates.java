package org.espalier.model.estimate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;

/**
 * The quantities that are estimated from the strings drawn for one pair.
 *
 * @param samples the number of strings drawn
 * @param distinct the number of distinct strings
 * @param partialKl {@link #partialKl}
 * @param iwae {@link #iwae}
 * @param logLikelihood {@link #logLikelihood}
 * @param markLength {@link #markLength}
 * @param ess {@link #ess}
 * @param deduplicatedEss {@link #deduplicatedEss}
 */
public record Estimates(
        int samples,
        int distinct,
        Estimate partialKl,
        Estimate iwae,
        Estimate logLikelihood,
        Estimate markLength,
        double ess,
        double deduplicatedEss)
        implements Serializable {

    /**
     * Computes all estimates.
     *
     * @param k the K of IWAE
     * @param random the stream by which {@link #iwae} splits the draws into groups
     */
    public static Estimates of(Draws draws, int k, RandomGenerator random) {
        return of(RefinedDraws.unrefined(draws), k, random);
    }

    /**
     * Computes all estimates. Partial KL is that of the last round; the other estimates use all draws. After refinement Partial KL
     * is biased, since whether a round is the last depends on its own draws.
     */
    static Estimates of(RefinedDraws refined, int k, RandomGenerator random) {
        Draws draws = refined.all();
        return new Estimates(
                draws.samples(),
                draws.distinct().size(),
                partialKl(refined.last()),
                iwae(draws, Math.min(k, draws.samples()), random),
                logLikelihood(draws),
                markLength(draws),
                ess(draws),
                deduplicatedEss(draws));
    }

    /** Estimates p(ω | x, y) of each distinct string: the sum of the self-normalized importance weights of its draws. */
    public static double[] posterior(Draws draws) {
        double[] weights = LogSpace.relativeToMax(draws.logWeights());
        int[] counts = draws.counts();
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] *= counts[i];
            sum += weights[i];
        }
        double total = sum;
        return Arrays.stream(weights).map(weight -> weight / total).toArray();
    }

    /** Returns the distinct strings with their {@link #posterior} weights, the largest weight first. */
    public static List<PosteriorString> posteriorStrings(Draws draws) {
        double[] weights = posterior(draws);
        List<PosteriorString> strings = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            strings.add(new PosteriorString(draws.distinct().get(i).string(), weights[i]));
        }
        return PosteriorString.heaviestFirst(strings);
    }

    /**
     * Estimates E_q[log q(ω | x, y) - log p̃(ω)] (equation 7 for one pair), which is KL(q ‖ p) - log p̃(x, y). Unbiased if the
     * number of draws does not depend on them.
     */
    public static Estimate partialKl(Draws draws) {
        RunningMean mean = new RunningMean();
        for (Draws.Draw draw : draws.distinct()) {
            mean.add(-draw.string().logWeight(), draw.count());
        }
        return mean.estimate();
    }

    /**
     * Estimates E[log 1/K Σ p̃(ω_k)/q(ω_k)], the lower bound of log p̃(x, y) that is the negative of equation 14. The draws are
     * split at random into as many groups of K as possible; remaining draws are not used.
     */
    public static Estimate iwae(Draws draws, int k, RandomGenerator random) {
        int samples = draws.samples();
        if (k < 1 || k > samples) {
            throw new EspalierException(
                    "IWAE needs a K from 1 to the number of samples; got K = " + k + " with " + samples + " samples");
        }
        double[] shuffled = eachDraw(draws);
        RunningMean mean = new RunningMean();
        for (int next = 0; next + k <= samples; next += k) {
            for (int i = next; i < next + k && k < samples; i++) {
                int j = random.nextInt(i, samples);
                double swapped = shuffled[i];
                shuffled[i] = shuffled[j];
                shuffled[j] = swapped;
            }
            mean.add(Estimate.logMean(Arrays.copyOfRange(shuffled, next, next + k))
                    .value());
        }
        return mean.estimate();
    }

    private static double[] eachDraw(Draws draws) {
        double[] logWeights = new double[draws.samples()];
        int next = 0;
        for (Draws.Draw draw : draws.distinct()) {
            Arrays.fill(logWeights, next, next + draw.count(), draw.string().logWeight());
            next += draw.count();
        }
        return logWeights;
    }

    /**
     * Estimates log p̃(x, y) by the log of the mean importance weight, which is IWAE with all draws in one group. The estimate is
     * too low on average; the bias vanishes as the number of draws grows. The standard error is by the delta method.
     */
    public static Estimate logLikelihood(Draws draws) {
        return Estimate.logMean(draws.logWeights(), draws.counts());
    }

    /** Estimates the expected number of marks under p(· | x, y), by self-normalized importance sampling. */
    public static Estimate markLength(Draws draws) {
        double[] posterior = posterior(draws);
        double mean = 0;
        for (int i = 0; i < posterior.length; i++) {
            mean += posterior[i] * draws.distinct().get(i).string().marks().length;
        }
        double variance = 0;
        for (int i = 0; i < posterior.length; i++) {
            Draws.Draw draw = draws.distinct().get(i);
            double off = posterior[i] * (draw.string().marks().length - mean);
            variance += off * off / draw.count();
        }
        double n = draws.samples();
        return new Estimate(mean, n < 2 ? Double.NaN : Math.sqrt(variance * n / (n - 1)));
    }

    /** Returns (Σ w)² / Σ w² over all draws: the number of draws from p itself that would be as informative. */
    public static double ess(Draws draws) {
        double[] posterior = posterior(draws);
        double squares = 0;
        for (int i = 0; i < posterior.length; i++) {
            squares += posterior[i] * posterior[i] / draws.distinct().get(i).count();
        }
        return 1 / squares;
    }

    /** Returns (Σ w)² / Σ w² over distinct strings, where w sums the weights of a string's draws, as in the paper's table of ESS. */
    public static double deduplicatedEss(Draws draws) {
        return 1
                / Arrays.stream(posterior(draws)).map(weight -> weight * weight).sum();
    }
}
