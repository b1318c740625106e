package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.PathSampling;

/**
 * Runs all particle filters of a batch together. A step extends, for each pair, the prefixes that have made the least
 * progress in x and y; the others wait for them. The filters of a pair wait for each other, too, so that equal prefixes are
 * extended at the same step, once for all filters.
 */
final class BatchedParticleFilters {
    private final LatticeBatch batch;
    private final FutureValues future;
    private final List<ParticlePrefix> empty;
    private final List<List<ParticleFilter>> filters;
    private final List<ParticleRows> open = new ArrayList<>();

    /**
     * @param empty the empty prefix of each pair
     * @param filters the filters of each pair
     */
    BatchedParticleFilters(
            LatticeBatch batch, FutureValues future, List<ParticlePrefix> empty, List<List<ParticleFilter>> filters) {
        this.batch = batch;
        this.future = future;
        this.empty = empty;
        this.filters = filters;
    }

    /**
     * Extends all prefixes until they are complete.
     *
     * @param roots the empty prefixes, one row per pair; they are closed
     */
    void run(ParticleRows roots) {
        try {
            open.add(roots);
            advance(longer(roots, empty));
            for (Set<ParticlePrefix> ready = ready(); !ready.isEmpty(); ready = ready()) {
                advance(longer(ready));
            }
        } finally {
            open.forEach(ParticleRows::close);
        }
    }

    /** Returns the prefixes to extend next. */
    private Set<ParticlePrefix> ready() {
        Set<ParticlePrefix> result = new LinkedHashSet<>();
        for (List<ParticleFilter> ofPair : filters) {
            int least = ofPair.stream()
                    .flatMap(filter -> filter.particles().stream())
                    .mapToInt(particle -> particle.prefix().progress())
                    .min()
                    .orElseThrow();
            ofPair.stream()
                    .flatMap(filter -> filter.particles().stream())
                    .map(ParticleFilter.Particle::prefix)
                    .filter(prefix -> !prefix.isComplete() && prefix.progress() == least)
                    .forEach(result::add);
        }
        return result;
    }

    /** Extends prefixes by each of their choices: in one step of the walks for each length. */
    private Map<ParticlePrefix, List<ParticlePrefix>> longer(Set<ParticlePrefix> prefixes) {
        SortedMap<Integer, List<ParticlePrefix>> byLength = new TreeMap<>();
        prefixes.forEach(prefix -> byLength.computeIfAbsent(prefix.length(), length -> new ArrayList<>())
                .add(prefix));
        if (byLength.lastKey() > PathSampling.MAX_MARKS && !batch.isAcyclic()) {
            throw new EspalierException("a particle has more than " + PathSampling.MAX_MARKS
                    + " marks: the lattice is cyclic; unroll it with maxMarks");
        }
        Map<ParticlePrefix, List<ParticlePrefix>> result = new HashMap<>();
        for (List<ParticlePrefix> ofLength : byLength.values()) {
            ParticleRows rows = ParticleRows.of(ofLength);
            open.add(rows);
            result.putAll(longer(rows, ofLength));
        }
        return result;
    }

    private Map<ParticlePrefix, List<ParticlePrefix>> longer(ParticleRows rows, List<ParticlePrefix> prefixes) {
        double[] logQ = rows.logQ();
        double[] logP = rows.logP();
        Map<ParticlePrefix, List<ParticlePrefix>> result = new HashMap<>();
        int first = 0;
        for (int row = 0; row < prefixes.size(); row++) {
            ParticlePrefix prefix = prefixes.get(row);
            List<ParticlePrefix> extensions = new ArrayList<>();
            for (int choice = 0; choice < batch.choices(prefix.state()); choice++) {
                int symbol = batch.symbol(prefix.state(), choice);
                extensions.add(prefix.longer(
                        batch,
                        future,
                        new ParticlePrefix.Step(rows, row, choice, symbol),
                        logQ[first + choice],
                        logP[row * (batch.marks() + 1) + symbol]));
            }
            first += extensions.size();
            result.put(prefix, extensions);
        }
        return result;
    }

    /** Replaces the filters' particles, and closes rows that no prefix continues. */
    private void advance(Map<ParticlePrefix, List<ParticlePrefix>> longer) {
        Set<ParticleRows> needed = new HashSet<>();
        filters.stream().flatMap(Collection::stream).forEach(filter -> {
            filter.extend(longer);
            filter.particles().stream()
                    .map(ParticleFilter.Particle::prefix)
                    .filter(prefix -> !prefix.isComplete())
                    .forEach(prefix ->
                            needed.add(Objects.requireNonNull(prefix.step()).rows()));
        });
        open.removeIf(rows -> {
            boolean isUnused = !needed.contains(rows);
            if (isUnused) {
                rows.close();
            }
            return isUnused;
        });
    }
}
