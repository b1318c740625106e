package org.espalier.run;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.run.data.UnknownSymbolPolicy;

/**
 * An input, cut where symbols begin or end that are copied.
 *
 * @param parts in their order; one at least
 */
record InputSegments(List<Part> parts) {
    /**
     * @param isCopied whether the machine does not read these symbols
     */
    record Part(List<String> symbols, boolean isCopied) {}

    static InputSegments of(List<String> x, Alphabet known, UnknownSymbolPolicy rule) {
        if (rule != UnknownSymbolPolicy.COPY || x.stream().allMatch(known::contains)) {
            return new InputSegments(List.of(new Part(x, false)));
        }
        List<Part> parts = new ArrayList<>();
        for (int from = 0, to; from < x.size(); from = to) {
            boolean isKnown = known.contains(x.get(from));
            to = from + 1;
            while (to < x.size() && known.contains(x.get(to)) == isKnown) {
                to++;
            }
            parts.add(new Part(x.subList(from, to), !isKnown));
        }
        return new InputSegments(parts);
    }

    /** The parts that the machine reads. */
    List<List<String>> read() {
        return parts.stream().filter(part -> !part.isCopied).map(Part::symbols).toList();
    }
}
