package org.espalier.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A slow transcription of the Transformer scorer, one string at a time, in plain Java and double precision. */
final class ReferenceTransformer {
    private final int heads;
    private final int layers;
    private final int d;
    private final int marks;

    private final Map<String, double[]> parameters = new LinkedHashMap<>();

    ReferenceTransformer(MarkScorer scorer, ScorerSettings settings) {
        this.heads = settings.heads();
        this.layers = settings.layers();
        this.d = settings.dimension();
        this.marks = scorer.marks();
        scorer.parameters().tensors().forEach((name, tensor) -> parameters.put(name, Torch.doubles(tensor)));
    }

    /** Returns the log-probabilities of all symbols after each prefix of a string, starting with the empty prefix. */
    double[][] logProbabilities(int[] string) {
        return logProbabilities(string, new int[0], new int[string.length + 1], null);
    }

    /**
     * @param x the input of a conditional scorer
     * @param positions its position before the first mark and after each mark
     */
    double[][] logProbabilities(int[] string, int[] x, int[] positions, @Nullable ReferenceInput input) {
        int length = string.length + 1;
        double[][] h = new double[length][d];
        for (int t = 0; t < length; t++) {
            int symbol = t == 0 ? marks : string[t - 1];
            for (int i = 0; i < d; i++) {
                h[t][i] = at("embedding", symbol * d + i) + at("position", t * d + i);
            }
            if (input != null) {
                add(h[t], input.read(x, positions[t], d));
            }
        }
        for (int l = 0; l < layers; l++) {
            String name = "layer" + l;
            double[][] all = new double[length][];
            for (int t = 0; t < length; t++) {
                all[t] = affine(name + ".attention", norm(name + ".first", h[t]));
            }
            for (int t = 0; t < length; t++) {
                add(h[t], affine(name + ".projection", attended(all, t)));
                double[] wide = affine(name + ".wide", norm(name + ".second", h[t]));
                add(
                        h[t],
                        affine(
                                name + ".narrow",
                                Arrays.stream(wide)
                                        .map(ReferenceTransformer::gelu)
                                        .toArray()));
            }
        }
        double[][] result = new double[length][];
        for (int t = 0; t < length; t++) {
            double[] last = norm("norm", h[t]);
            double[] logits = affine("output", input == null ? last : input.appendTo(last, x, positions[t]));
            double total = Math.log(Arrays.stream(logits).map(Math::exp).sum());
            result[t] = Arrays.stream(logits).map(logit -> logit - total).toArray();
        }
        return result;
    }

    /** Computes the attention of place t over itself and the places before it. */
    private double[] attended(double[][] all, int t) {
        int width = d / heads;
        double[] result = new double[d];
        for (int head = 0; head < heads; head++) {
            double[] weight = new double[t + 1];
            for (int s = 0; s <= t; s++) {
                for (int i = head * width; i < (head + 1) * width; i++) {
                    weight[s] += all[t][i] * all[s][d + i] / Math.sqrt(width);
                }
            }
            double total = Arrays.stream(weight).map(Math::exp).sum();
            for (int s = 0; s <= t; s++) {
                for (int i = head * width; i < (head + 1) * width; i++) {
                    result[i] += Math.exp(weight[s]) / total * all[s][2 * d + i];
                }
            }
        }
        return result;
    }

    /** Returns the values of a parameter. The array may be modified. */
    double[] parameter(String name) {
        return Objects.requireNonNull(parameters.get(name), name);
    }

    private double at(String name, int index) {
        return parameter(name)[index];
    }

    private double[] affine(String name, double[] x) {
        double[] result = parameter(name + "Bias").clone();
        for (int i = 0; i < result.length; i++) {
            for (int j = 0; j < x.length; j++) {
                result[i] += at(name, i * x.length + j) * x[j];
            }
        }
        return result;
    }

    private double[] norm(String name, double[] x) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double variance =
                Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        double[] result = new double[x.length];
        Arrays.setAll(result, i -> (x[i] - mean) / Math.sqrt(variance + 1e-5) * at(name, i) + at(name + "Bias", i));
        return result;
    }

    private static void add(double[] to, double[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    /** Returns x·Φ(x), with Φ from a series of positive terms: erf z = 2/√π exp(-z²) Σ 2ⁿ z²ⁿ⁺¹ / (1·3·…·(2n+1)). */
    static double gelu(double x) {
        double z = x / Math.sqrt(2);
        double term = z;
        double sum = z;
        for (int n = 1; n < 400; n++) {
            term *= 2 * z * z / (2 * n + 1);
            sum += term;
        }
        return x * (0.5 + Math.exp(-z * z) * sum / Math.sqrt(Math.PI));
    }
}
