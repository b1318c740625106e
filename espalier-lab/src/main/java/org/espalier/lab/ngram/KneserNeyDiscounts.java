package org.espalier.lab.ngram;

/**
 * The amounts that modified Kneser–Ney smoothing subtracts from counts of one, two, and three or more, for the n-grams of one
 * length.
 */
record KneserNeyDiscounts(double one, double two, double more) {
    /** The discounts for too few n-grams to estimate them: half of each count up to three. */
    private static final KneserNeyDiscounts HALF = new KneserNeyDiscounts(0.5, 1, 1.5);

    /** Returns the estimate of Chen and Goodman from the numbers of n-grams with counts of 1, 2, 3 and 4. */
    static KneserNeyDiscounts of(long n1, long n2, long n3, long n4) {
        if (n1 == 0 || n2 == 0 || n3 == 0 || n4 == 0) {
            return HALF;
        }
        double y = n1 / (n1 + 2.0 * n2);
        KneserNeyDiscounts estimate =
                new KneserNeyDiscounts(1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3);
        return estimate.two > 0 && estimate.more > 0 ? estimate : HALF;
    }

    double of(int count) {
        return switch (count) {
            case 0 -> 0;
            case 1 -> one;
            case 2 -> two;
            default -> more;
        };
    }
}
