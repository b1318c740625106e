package org.espalier.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.app.alignment.Alignment;
import org.espalier.app.alignment.AlignmentPosterior;
import org.espalier.app.alignment.AlignmentRows;
import org.espalier.app.alignment.DisplayText;
import org.espalier.app.alignment.Link;
import org.espalier.app.alignment.ManyToMany;
import org.espalier.app.alignment.Operation;
import org.espalier.app.data.Pair;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.model.estimate.PosteriorString;

/**
 * Prints the alignments of one pair after another.
 *
 * @param best whether only the first path of each is printed; the others count for the posterior all the same
 */
record AlignmentView(Console console, AlignmentFormat format, boolean best) {
    /** As wide as the numbers before the marks, so that rows begin below marks. */
    private static final String INDENT = " ".repeat(30);

    void show(Pair pair, String place, Lattice lattice, List<PosteriorString> found) {
        List<PosteriorString> shown = best ? found.subList(0, 1) : found;
        switch (format) {
            case TABLE -> table(pair, place, lattice, found, shown);
            case JSONL -> console.out().println(Json.line(object(pair, lattice, found, shown)));
            case M2M -> lines(ManyToMany.M2M, lattice, shown);
            case PHONETISAURUS -> lines(ManyToMany.PHONETISAURUS, lattice, shown);
        }
    }

    private void lines(ManyToMany form, Lattice lattice, List<PosteriorString> shown) {
        alignments(lattice, shown).forEach(alignment -> console.out().println(form.line(alignment)));
    }

    private void table(
            Pair pair, String place, Lattice lattice, List<PosteriorString> found, List<PosteriorString> shown) {
        Alphabet marks = lattice.machine().marks();
        List<Alignment> alignments = alignments(lattice, found);
        AlignmentPosterior posterior = posterior(alignments, found);
        console.out().println(place + ": " + DisplayText.of(pair.x()) + " -> " + DisplayText.of(pair.y()));
        console.out().println("  weight     log q     log p  marks");
        for (int k = 0; k < shown.size(); k++) {
            PosteriorString path = shown.get(k);
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%8.4f %9.3f %9.3f  %s",
                            path.weight(),
                            path.string().logQ(),
                            path.string().logP(),
                            marksText(marks, path)));
            AlignmentRows.of(alignments.get(k), posterior)
                    .forEach(row -> console.out().println(INDENT + row));
        }
    }

    private static String marksText(Alphabet marks, PosteriorString path) {
        return Alphabet.words(marks.format(path.string().marks())).stream()
                .map(mark -> DisplayText.of(List.of(mark)))
                .collect(Collectors.joining(" "));
    }

    private static Map<String, Object> object(
            Pair pair, Lattice lattice, List<PosteriorString> found, List<PosteriorString> shown) {
        Alphabet marks = lattice.machine().marks();
        List<Alignment> alignments = alignments(lattice, found);
        AlignmentPosterior posterior = posterior(alignments, found);
        List<Map<String, Object>> paths = new ArrayList<>();
        for (int k = 0; k < shown.size(); k++) {
            PosteriorString path = shown.get(k);
            paths.add(Json.object(
                    "weight", path.weight(),
                    "logQ", path.string().logQ(),
                    "logP", path.string().logP(),
                    "marks", marks.format(path.string().marks()),
                    "operations",
                            alignments.get(k).operations().stream()
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

    private static List<Alignment> alignments(Lattice lattice, List<PosteriorString> paths) {
        return paths.stream()
                .map(path -> Alignment.of(lattice, path.string().marks()))
                .toList();
    }

    private static AlignmentPosterior posterior(List<Alignment> alignments, List<PosteriorString> found) {
        return AlignmentPosterior.of(
                alignments, found.stream().map(PosteriorString::weight).toList());
    }
}
