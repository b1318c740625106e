package org.espalier.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.app.alignment.AlignmentPosterior;
import org.espalier.app.alignment.AlignmentRows;
import org.espalier.app.alignment.DisplayText;
import org.espalier.app.alignment.Link;
import org.espalier.app.alignment.ManyToMany;
import org.espalier.app.alignment.Operation;
import org.espalier.app.api.AlignedPath;
import org.espalier.app.api.Alignments;
import org.espalier.app.data.Pair;
import org.espalier.fst.Alphabet;

/**
 * Prints the alignments of one pair after another.
 *
 * @param best whether only the first path of each is printed; the others count for the posterior all the same
 */
record AlignmentView(Console console, AlignmentFormat format, boolean best) {
    /** As wide as the numbers before the marks, so that rows begin below marks. */
    private static final String INDENT = " ".repeat(30);

    void show(Pair pair, String place, Alignments found) {
        switch (format) {
            case TABLE -> table(pair, place, found);
            case JSONL -> console.out().println(Json.line(object(pair, found)));
            case M2M -> lines(ManyToMany.M2M, found);
            case PHONETISAURUS -> lines(ManyToMany.PHONETISAURUS, found);
        }
    }

    private List<AlignedPath> shown(Alignments found) {
        return best ? List.of(found.best()) : found.paths();
    }

    private void lines(ManyToMany form, Alignments found) {
        shown(found).forEach(path -> console.out().println(form.line(path.alignment())));
    }

    private void table(Pair pair, String place, Alignments found) {
        AlignmentPosterior posterior = found.posterior();
        console.out().println(place + ": " + DisplayText.of(pair.x()) + " -> " + DisplayText.of(pair.y()));
        console.out().println("  weight     log q     log p  marks");
        for (AlignedPath path : shown(found)) {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%8.4f %9.3f %9.3f  %s",
                            path.weight(),
                            path.logQ(),
                            path.logP(),
                            marksText(path)));
            AlignmentRows.of(path.alignment(), posterior)
                    .forEach(row -> console.out().println(INDENT + row));
        }
    }

    private static String marksText(AlignedPath path) {
        return Alphabet.words(path.alignment().marks()).stream()
                .map(mark -> DisplayText.of(List.of(mark)))
                .collect(Collectors.joining(" "));
    }

    private Map<String, Object> object(Pair pair, Alignments found) {
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
                "line", pair.line(),
                "x", String.join(" ", pair.x()),
                "y", String.join(" ", pair.y()),
                "paths", paths,
                "links",
                        posterior.links().entrySet().stream()
                                .map(entry -> link(entry.getKey(), entry.getValue()))
                                .toList());
    }

    private static Map<String, Object> operation(Operation operation, AlignmentPosterior posterior) {
        Map<String, Object> object =
                Json.object("x", operation.read(), "y", operation.written(), "marks", operation.marks());
        if (!operation.isSilent()) {
            object.put("probability", posterior.of(operation));
        }
        return object;
    }

    private static Map<String, Object> link(Link link, double probability) {
        Map<String, Object> object = Json.object();
        if (link.input() != Link.NOTHING) {
            object.put("x", link.input());
        }
        if (link.output() != Link.NOTHING) {
            object.put("y", link.output());
        }
        object.put("probability", probability);
        return object;
    }
}
