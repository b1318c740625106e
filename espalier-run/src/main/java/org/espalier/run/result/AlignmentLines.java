package org.espalier.run.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.run.AlignedPath;
import org.espalier.run.Alignments;
import org.espalier.run.alignment.AlignmentLink;
import org.espalier.run.alignment.AlignmentNotation;
import org.espalier.run.alignment.AlignmentOperation;
import org.espalier.run.alignment.AlignmentPosterior;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;

/**
 * Formats the alignments of a pair as lines for other programs.
 *
 * @param reading how symbols are joined into text
 * @param best whether only the best path is written; the posterior is over all paths in either case
 */
public record AlignmentLines(Reading reading, boolean best) {
    /** Returns the paths that are written. */
    public List<AlignedPath> shown(Alignments found) {
        return best ? List.of(found.best()) : found.paths();
    }

    /** Returns one JSON object for the pair. */
    public String json(RowId id, Pair pair, Alignments found) {
        return Json.line(id, object(pair, found));
    }

    /** Returns the values of a JSON object for the pair. */
    public Map<String, Object> object(Pair pair, Alignments found) {
        AlignmentPosterior posterior = found.posterior();
        List<Map<String, Object>> paths = new ArrayList<>();
        for (AlignedPath path : shown(found)) {
            paths.add(Json.object(
                    "weight", path.weight(),
                    "logQ", path.logQ(),
                    "logP", path.logP(),
                    "marks", path.alignment().marks(),
                    "operations",
                            path.alignment().operations().stream()
                                    .map(operation -> operation(operation, posterior))
                                    .toList()));
        }
        return Json.object(
                "x",
                reading.inputText(pair.x()),
                "y",
                reading.outputText(pair.y()),
                "paths",
                paths,
                "links",
                posterior.links().entrySet().stream()
                        .map(entry -> link(entry.getKey(), entry.getValue()))
                        .toList());
    }

    /** Returns one line per path: weight, log q, log p, and the alignment in Phonetisaurus notation, separated by tabs. */
    public List<String> columns(Alignments found) {
        return shown(found).stream()
                .map(path -> String.format(Locale.ROOT, "%.4f\t%.3f\t%.3f\t", path.weight(), path.logQ(), path.logP())
                        + AlignmentNotation.PHONETISAURUS.line(path.alignment()))
                .toList();
    }

    private static Map<String, Object> operation(AlignmentOperation operation, AlignmentPosterior posterior) {
        Map<String, Object> object =
                Json.object("x", operation.read(), "y", operation.written(), "marks", operation.marks());
        if (!operation.isSilent()) {
            object.put("probability", posterior.of(operation));
        }
        return object;
    }

    private static Map<String, Object> link(AlignmentLink link, double probability) {
        Map<String, Object> object = Json.object();
        if (link.input() != AlignmentLink.NOTHING) {
            object.put("x", link.input());
        }
        if (link.output() != AlignmentLink.NOTHING) {
            object.put("y", link.output());
        }
        object.put("probability", probability);
        return object;
    }
}
