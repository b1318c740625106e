package org.espalier.cli.run;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;

/** Parses the value of {@code --seeds}. */
final class SeedList {
    private static final String EXAMPLE = "; give different whole numbers from 0 on, for example --seeds 1,2,3";
    private static final int MAX_DIGITS = 18;

    private SeedList() {}

    /**
     * Parses whole numbers that are separated by commas.
     *
     * @throws UsageException if there is none, one is repeated, or something is not a seed
     */
    static List<Long> parse(String text) {
        if (text.isBlank()) {
            throw new UsageException("--seeds is empty" + EXAMPLE);
        }
        List<Long> seeds = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            long seed = number(word.strip());
            if (seeds.contains(seed)) {
                throw new UsageException("--seeds has " + seed + " twice" + EXAMPLE);
            }
            seeds.add(seed);
        }
        return seeds;
    }

    private static long number(String word) {
        if (!word.matches("[0-9]{1," + MAX_DIGITS + "}")) {
            throw new UsageException("--seeds has " + EspalierException.quote(word) + ", not a whole number of at most "
                    + MAX_DIGITS + " digits" + EXAMPLE);
        }
        return Long.parseLong(word);
    }
}
