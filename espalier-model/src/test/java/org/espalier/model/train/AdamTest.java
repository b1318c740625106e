package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.Torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdamTest {
    private static final int SIZE = 5;

    private PointerScope scope;

    @BeforeEach
    void open() {
        Torch.load();
        scope = new PointerScope();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    /** Adam for plain numbers, as its authors define it. */
    private static final class PlainAdam {
        private final double[] value;
        private final double[] m = new double[SIZE];
        private final double[] v = new double[SIZE];
        private int t;

        PlainAdam(double[] value) {
            this.value = value.clone();
        }

        void step(double[] gradient, double rate) {
            t++;
            for (int i = 0; i < SIZE; i++) {
                m[i] = 0.9 * m[i] + 0.1 * gradient[i];
                v[i] = 0.999 * v[i] + 0.001 * gradient[i] * gradient[i];
                double mHat = m[i] / (1 - Math.pow(0.9, t));
                double vHat = v[i] / (1 - Math.pow(0.999, t));
                value[i] -= rate * mHat / (Math.sqrt(vHat) + 1e-8);
            }
        }
    }

    @Test
    void stepFollowsTheDefinitionAndSkipsParametersWithoutGradient() {
        long seed = 71;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<String, Tensor> parameters = parameters(random, "a", "b");
        PlainAdam a = new PlainAdam(numbers(named(parameters, "a")));
        PlainAdam b = new PlainAdam(numbers(named(parameters, "b")));
        try (Adam adam = new Adam(parameters, 0.01, Double.POSITIVE_INFINITY)) {
            for (int step = 0; step < 50; step++) {
                double[] ofA = random.doubles(SIZE, -1, 1).toArray();
                double[] ofB = random.doubles(SIZE, -100, 100).toArray();
                setGradient(named(parameters, "a"), ofA);
                a.step(ofA, 0.01);
                if (step % 3 == 0) {
                    setGradient(named(parameters, "b"), ofB);
                    b.step(ofB, 0.01);
                }
                adam.step(1);
                assertThat(numbers(named(parameters, "a"))).containsExactly(a.value, within(1e-12));
                assertThat(numbers(named(parameters, "b"))).containsExactly(b.value, within(1e-12));
                resetGradients(parameters);
            }
        }
    }

    @Test
    void weightDecayShrinksParametersBesideTheGradient() {
        Map<String, Tensor> parameters = parameters(new Random(76), "a");
        PlainAdam a = new PlainAdam(numbers(named(parameters, "a")));
        double[] gradient = {1, -2, 3, -4, 5};
        try (Adam adam = new Adam(parameters, 0.01, Double.POSITIVE_INFINITY, 0.5)) {
            for (int step = 0; step < 5; step++) {
                setGradient(named(parameters, "a"), gradient);
                for (int i = 0; i < a.value.length; i++) {
                    a.value[i] -= 0.01 * 0.5 * a.value[i];
                }
                a.step(gradient, 0.01);
                adam.step(1);
                assertThat(numbers(named(parameters, "a"))).containsExactly(a.value, within(1e-12));
                resetGradients(parameters);
            }
        }
    }

    @Test
    void stepScalesWithTheRateFactor() {
        Map<String, Tensor> parameters = parameters(new Random(75), "a");
        PlainAdam a = new PlainAdam(numbers(named(parameters, "a")));
        double[] gradient = {1, -2, 3, -4, 5};
        try (Adam adam = new Adam(parameters, 0.01, Double.POSITIVE_INFINITY)) {
            for (double rateFactor : new double[] {1, 0.5, 0.25}) {
                setGradient(named(parameters, "a"), gradient);
                a.step(gradient, 0.01 * rateFactor);
                adam.step(rateFactor);
                assertThat(numbers(named(parameters, "a"))).containsExactly(a.value, within(1e-12));
                resetGradients(parameters);
            }
        }
    }

    @Test
    void gradientIsClippedByItsNormOverAllParameters() {
        Map<String, Tensor> parameters = parameters(new Random(72), "a", "b");
        try (Adam adam = new Adam(parameters, 0.01, 2.0)) {
            setGradient(named(parameters, "a"), new double[] {3, 0, 0, 0, 0});
            setGradient(named(parameters, "b"), new double[] {0, 4, 0, 0, 0});
            assertThat(adam.step(1)).isCloseTo(5, within(1e-12));
            // The first moment is a tenth of the first gradient.
            assertThat(numbers(named(adam.tensors(), "first.a"))[0]).isCloseTo(0.1 * 3 * 2 / 5, within(1e-6));
            assertThat(numbers(named(adam.tensors(), "first.b"))[1]).isCloseTo(0.1 * 4 * 2 / 5, within(1e-6));
            resetGradients(parameters);
            setGradient(named(parameters, "a"), new double[] {0, 0, 1.5, 0, 0});
            assertThat(adam.step(1)).isCloseTo(1.5, within(1e-12));
            assertThat(numbers(named(adam.tensors(), "first.a"))[2]).isCloseTo(0.15, within(1e-12));
        }
    }

    @Test
    void gradientThatIsNotFiniteChangesNothing() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            Map<String, Tensor> parameters = parameters(new Random(73), "a", "b");
            try (Adam adam = new Adam(parameters, 0.01, 5.0)) {
                setGradient(named(parameters, "a"), new double[] {1, 2, 3, 4, 5});
                setGradient(named(parameters, "b"), new double[] {1, 2, bad, 4, 5});
                double[] a = numbers(named(parameters, "a"));
                double[] b = numbers(named(parameters, "b"));
                assertThat(adam.step(1)).isNotFinite();
                assertThat(numbers(named(parameters, "a"))).isEqualTo(a);
                assertThat(numbers(named(parameters, "b"))).isEqualTo(b);
                adam.tensors()
                        .values()
                        .forEach(state -> assertThat(numbers(state)).containsOnly(0));
            }
        }
    }

    @Test
    void restoredStateIsBitIdentical() {
        Random random = new Random(74);
        Map<String, Tensor> straight = parameters(random, "a");
        Map<String, Tensor> resumed =
                Map.of("a", named(straight, "a").detach().clone().requires_grad_(true));
        double[][] gradients = new double[20][];
        java.util.Arrays.setAll(gradients, i -> random.doubles(SIZE, -1, 1).toArray());
        try (Adam one = new Adam(straight, 0.01, 1.0);
                Adam before = new Adam(resumed, 0.01, 1.0);
                Adam after = new Adam(resumed, 0.01, 1.0)) {
            for (int step = 0; step < gradients.length; step++) {
                setGradient(named(straight, "a"), gradients[step]);
                one.step(1);
                if (step == 7) {
                    after.tensors().forEach((name, state) -> state.copy_(named(before.tensors(), name)));
                }
                setGradient(named(resumed, "a"), gradients[step]);
                (step < 7 ? before : after).step(1);
            }
            assertThat(numbers(named(resumed, "a"))).isEqualTo(numbers(named(straight, "a")));
            assertThat(after.tensors()).containsOnlyKeys("first.a", "second.a", "counts");
        }
    }

    private static Map<String, Tensor> parameters(Random random, String... names) {
        Map<String, Tensor> result = new LinkedHashMap<>();
        for (String name : names) {
            result.put(name, tensor(random.doubles(SIZE, -1, 1).toArray()).requires_grad_(true));
        }
        return result;
    }

    private static Tensor tensor(double... values) {
        return torch.from_blob(
                        new DoublePointer(values),
                        new long[] {values.length},
                        new TensorOptions(torch.ScalarType.Double))
                .clone();
    }

    private static void setGradient(Tensor parameter, double[] gradient) {
        parameter.mutable_grad().put(tensor(gradient));
    }

    private static void resetGradients(Map<String, Tensor> parameters) {
        parameters.values().forEach(parameter -> parameter.mutable_grad().reset());
    }
}
