package org.espalier.lab.ngram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.LogSpace;

/**
 * All segmentations of one pair into units. Cell (i, j) stands for i symbols read and j written; a unit of each shape that fits
 * leaves it. Every unit reads, so the cells are in topological order. Sums are in log space and do not underflow.
 */
final class SegmentationGrid {
    private static final int NONE = -1;

    private final int n;
    private final int width;
    private final Shape[] shapes;

    /** The unit of shape k that leaves cell c, or NONE, is at c·shapes + k. */
    private final int[] units;

    /** The numbers of symbols that a unit reads and writes. */
    record Shape(int read, int written) {
        static List<Shape> upTo(int maxRead, int maxWritten) {
            List<Shape> shapes = new ArrayList<>(List.of(new Shape(1, 0), new Shape(1, 1)));
            for (int written = 2; written <= maxWritten; written++) {
                shapes.add(new Shape(1, written));
            }
            for (int read = 2; read <= maxRead; read++) {
                shapes.add(new Shape(read, 1));
            }
            return shapes;
        }
    }

    /** Returns the number of the unit of a shape that starts in cell (i, j). */
    interface UnitNumbering {
        int unit(int i, int j, Shape shape);
    }

    SegmentationGrid(int n, int m, List<Shape> shapes, UnitNumbering numbering) {
        this.n = n;
        this.width = m + 1;
        this.shapes = shapes.toArray(Shape[]::new);
        this.units = new int[n * width * this.shapes.length];
        Arrays.fill(units, NONE);
        long maxWritten = shapes.stream().mapToInt(Shape::written).max().orElse(0);
        for (int i = 0; i < n; i++) {
            // Only cells that can be reached and from which the end can be reached.
            for (int j = 0; j <= Math.min(m, maxWritten * i); j++) {
                for (int k = 0; k < this.shapes.length; k++) {
                    Shape shape = this.shapes[k];
                    int restRead = n - i - shape.read;
                    int restWritten = m - j - shape.written;
                    if (restRead >= 0 && restWritten >= 0 && restWritten <= maxWritten * restRead) {
                        units[(i * width + j) * this.shapes.length + k] = numbering.unit(i, j, shape);
                    }
                }
            }
        }
    }

    /**
     * Adds the expected number of uses of each unit to its count.
     *
     * <p>Complexity: linear in the cells and shapes.
     *
     * @return the log-probability of the pair
     */
    double expect(double[] logProbabilities, double[] counts) {
        double[] backward = backward(logProbabilities);
        double total = backward[0];
        double[] forward = new double[(n + 1) * width];
        Arrays.fill(forward, Double.NEGATIVE_INFINITY);
        forward[0] = 0;
        for (int cell = 0; cell < n * width; cell++) {
            if (forward[cell] == Double.NEGATIVE_INFINITY || backward[cell] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            for (int k = 0; k < shapes.length; k++) {
                int unit = units[cell * shapes.length + k];
                if (unit != NONE) {
                    int to = target(cell, k);
                    double reached = forward[cell] + logProbabilities[unit];
                    counts[unit] += Math.exp(reached + backward[to] - total);
                    forward[to] = LogSpace.add(forward[to], reached);
                }
            }
        }
        return total;
    }

    private double[] backward(double[] logProbabilities) {
        double[] backward = new double[(n + 1) * width];
        Arrays.fill(backward, Double.NEGATIVE_INFINITY);
        backward[backward.length - 1] = 0;
        for (int cell = n * width - 1; cell >= 0; cell--) {
            for (int k = 0; k < shapes.length; k++) {
                int unit = units[cell * shapes.length + k];
                if (unit != NONE) {
                    backward[cell] = LogSpace.add(backward[cell], logProbabilities[unit] + backward[target(cell, k)]);
                }
            }
        }
        return backward;
    }

    /** Returns the units of the most probable segmentation. Of equally probable ones, the first units read least. */
    int[] best(double[] logProbabilities) {
        double[] best = new double[(n + 1) * width];
        int[] choice = new int[n * width];
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        Arrays.fill(choice, NONE);
        best[best.length - 1] = 0;
        for (int cell = n * width - 1; cell >= 0; cell--) {
            for (int k = 0; k < shapes.length; k++) {
                int unit = units[cell * shapes.length + k];
                double value = unit == NONE ? Double.NEGATIVE_INFINITY : logProbabilities[unit] + best[target(cell, k)];
                if (value > best[cell]) {
                    best[cell] = value;
                    choice[cell] = k;
                }
            }
        }
        int[] path = new int[n];
        int length = 0;
        for (int cell = 0; cell < n * width; cell = target(cell, choice[cell])) {
            path[length++] = units[cell * shapes.length + choice[cell]];
        }
        return Arrays.copyOf(path, length);
    }

    private int target(int cell, int shape) {
        return cell + shapes[shape].read * width + shapes[shape].written;
    }
}
