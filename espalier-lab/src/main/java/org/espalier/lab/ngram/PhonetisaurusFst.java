package org.espalier.lab.ngram;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.io.SymbolTable;
import org.espalier.fst.io.VectorFst;

/**
 * Turns an n-gram model of joint units into the weighted transducer that Phonetisaurus decodes with, as its program
 * {@code phonetisaurus-arpa2wfst} does with an ARPA file.
 *
 * <p>A state is a context: 0 is the start of a string, 1 the empty context. A unit is one arc, labelled with the whole part of x
 * and the whole part of y. An arc without labels leads to the backoff state; the end of a string is a final weight. Weights are
 * negative natural logarithms. Nothing forbids a path to back off where it need not, so the best path of an output costs at most
 * as much as in the model.
 */
public final class PhonetisaurusFst {
    /** The cost of a symbol of x that is read alone although no unit reads it alone, as in Phonetisaurus. */
    private static final float UNSEEN = 99;

    private PhonetisaurusFst() {}

    /**
     * Returns the transducer of a model.
     *
     * <p>Complexity: linear in the number of n-grams.
     *
     * @param model the model of strings of the units
     * @throws EspalierException if a symbol is {@code <eps>}
     */
    public static VectorFst of(JointUnitCorpus units, NgramModel model) {
        Labels input = new Labels("isyms");
        Labels output = new Labels("osyms");
        int[] read = new int[units.size()];
        int[] written = new int[units.size()];
        for (int unit = 0; unit < units.size(); unit++) {
            read[unit] = input.label(units.unit(unit).read());
            written[unit] = output.label(units.unit(unit).written());
        }
        VectorFst.Builder fst = VectorFst.builder();
        List<NgramModel.Ngram> ngrams = model.ngrams();
        int[] states = states(ngrams, model, fst);
        for (NgramModel.Ngram ngram : ngrams) {
            int from = states[ngram.context()];
            float weight = (float) -ngram.logProbability();
            if (ngram.last() == model.end()) {
                fst.finalWeight(from, weight);
            } else if (ngram.last() != model.begin()) {
                fst.arc(from, states[ngram.next()], read[ngram.last()], written[ngram.last()], weight);
            }
        }
        for (int context = 1; context < states.length; context++) {
            if (states[context] != VectorFst.NO_STATE) {
                fst.arc(states[context], states[model.backoffState(context)], 0, 0, (float) -model.logBackoff(context));
            }
        }
        for (int unit = 0; unit < units.size(); unit++) {
            for (String symbol : units.unit(unit).read()) {
                if (input.isNew(symbol)) {
                    int root = states[NgramCounts.ROOT];
                    fst.arc(root, root, input.label(List.of(symbol)), Labels.NOTHING, UNSEEN);
                }
            }
            units.unit(unit).written().forEach(symbol -> output.label(List.of(symbol)));
        }
        return fst.symbols(input.table(), output.table())
                .start(states[model.start()])
                .build();
    }

    /** Adds a state for each context, first the start, then the empty one, and returns their numbers. */
    private static int[] states(List<NgramModel.Ngram> ngrams, NgramModel model, VectorFst.Builder fst) {
        int[] states = new int[ngrams.size() + 1];
        Arrays.fill(states, VectorFst.NO_STATE);
        states[model.start()] = fst.state();
        if (model.start() != NgramCounts.ROOT) {
            states[NgramCounts.ROOT] = fst.state();
        }
        for (int ngram = 1; ngram < states.length; ngram++) {
            if (ngrams.get(ngram - 1).next() == ngram && ngram != model.start()) {
                states[ngram] = fst.state();
            }
        }
        return states;
    }

    /**
     * The labels of one side. Phonetisaurus expects the empty label, its separator of the symbols of a part and its sign for a
     * part that is empty as the first three, and numbers without a gap.
     */
    private static final class Labels {
        static final int NOTHING = 2;

        private final SymbolTable.Builder table;
        private final Map<String, Integer> labels = new HashMap<>();

        Labels(String name) {
            table = SymbolTable.builder(name);
            List.of(Alphabet.EPSILON, "|", "_").forEach(this::add);
        }

        int label(List<String> part) {
            return add(PhonetisaurusFile.text(part));
        }

        boolean isNew(String symbol) {
            return !labels.containsKey(PhonetisaurusFile.text(List.of(symbol)));
        }

        private int add(String text) {
            Integer known = labels.putIfAbsent(text, labels.size());
            int label = known == null ? labels.size() - 1 : known;
            table.add(text, label);
            return label;
        }

        SymbolTable table() {
            return table.build();
        }
    }
}
