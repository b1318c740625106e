package org.espalier.lab.ngram;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;

/**
 * Writes n-gram models in the ARPA format, which tools for language models read. Units are written as in
 * {@link PhonetisaurusFile}; {@code <s>} and {@code </s>} are the ends of a string. There is no {@code <unk>}: the model has no
 * probability for units that it was not trained on.
 */
public final class ArpaFile {
    private static final double LN_10 = Math.log(10);

    /** The format's logarithm of zero, for the probability of {@code <s>}, which is not an event. */
    private static final String NEVER = "-99";

    private final NgramModel model;
    private final List<NgramModel.Ngram> ngrams;
    private final List<String> words = new ArrayList<>();

    /** The length of each n-gram, by its number. */
    private final int[] lengths;

    /** The number of n-grams of each length. */
    private final int[] counts;

    private ArpaFile(JointUnitCorpus units, NgramModel model) {
        this.model = model;
        ngrams = model.ngrams();
        for (int unit = 0; unit < units.size(); unit++) {
            JointUnit joint = units.unit(unit);
            words.add(PhonetisaurusFile.text(joint.read()) + "}" + PhonetisaurusFile.text(joint.written()));
        }
        words.add("</s>");
        words.add("<s>");
        lengths = new int[ngrams.size() + 1];
        counts = new int[model.order() + 1];
        for (int ngram = 1; ngram < lengths.length; ngram++) {
            // A context was counted before the n-grams that continue it.
            lengths[ngram] = lengths[ngram(ngram).context()] + 1;
            counts[lengths[ngram]]++;
        }
    }

    /**
     * Writes a file, {@linkplain AtomicFiles completely or not at all}.
     *
     * <p>Complexity: linear in the length of the text.
     *
     * @param model the model of strings of the units
     * @throws EspalierException if a symbol is {@code <eps>}, or the file cannot be written
     */
    public static void write(JointUnitCorpus units, NgramModel model, Path file) {
        ArpaFile arpa = new ArpaFile(units, model);
        AtomicFiles.writeText(file, arpa::print);
    }

    private NgramModel.Ngram ngram(int number) {
        return ngrams.get(number - 1);
    }

    private void print(Writer out) throws IOException {
        int longest = model.order();
        while (counts[longest] == 0) {
            longest--;
        }
        out.append("\\data\\\n");
        for (int length = 1; length <= longest; length++) {
            out.append("ngram " + length + "=" + counts[length] + "\n");
        }
        for (int length = 1; length <= longest; length++) {
            out.append("\n\\" + length + "-grams:\n");
            for (int number = 1; number < lengths.length; number++) {
                if (lengths[number] == length) {
                    line(number, out);
                }
            }
        }
        out.append("\n\\end\\\n");
    }

    /** Writes the log-probability, the units and, of an n-gram that is a context, the logarithm of its backoff. */
    private void line(int number, Writer out) throws IOException {
        NgramModel.Ngram ngram = ngram(number);
        out.append(ngram.last() == model.begin() ? NEVER : number(ngram.logProbability()));
        out.append('\t');
        units(number, out);
        if (ngram.next() == number) {
            out.append('\t').append(number(model.logBackoff(number)));
        }
        out.append('\n');
    }

    private void units(int number, Writer out) throws IOException {
        NgramModel.Ngram ngram = ngram(number);
        if (ngram.context() != NgramCounts.ROOT) {
            units(ngram.context(), out);
            out.append(' ');
        }
        out.append(words.get(ngram.last()));
    }

    private static String number(double naturalLogarithm) {
        return String.format(Locale.ROOT, "%.7f", naturalLogarithm / LN_10);
    }
}
