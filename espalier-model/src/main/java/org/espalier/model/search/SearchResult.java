package org.espalier.model.search;

import java.util.List;

/**
 * What was found for an input.
 *
 * @param outputs at most as many as were wanted, the most probable first; none if the machine reads no such input
 * @param cut the bound that may have kept a better output away
 */
public record SearchResult(List<FoundOutput> outputs, Cut cut) {
    /** Which bound stopped prefixes that had more probability than the least of the outputs found. */
    public enum Cut {
        NONE,
        /** The most symbols of an output. */
        OUTPUT,
        /** The most marks of a string. */
        MARKS
    }

    public SearchResult {
        outputs = List.copyOf(outputs);
    }
}
