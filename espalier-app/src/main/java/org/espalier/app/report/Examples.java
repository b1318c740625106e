package org.espalier.app.report;

import java.util.List;
import java.util.Optional;
import org.espalier.app.results.Example;
import org.espalier.app.results.Example.Proposal;
import org.espalier.app.results.TaskResults;
import org.espalier.app.results.Variant;

/** What is said of examples, on the page as in Markdown. */
final class Examples {
    static final String TITLE = "Proposals";
    static final String INTRODUCTION =
            "The most probable mark string that each sampler drew for a pair. −a deletes a, +b "
                    + "inserts b, a→b replaces a with b, and a→b→ε replaces it and deletes the result.";

    private Examples() {}

    static String scores(Proposal proposal) {
        return "log q " + Spread.number(proposal.logQ(), 2) + ", log p̃ " + Spread.number(proposal.logP(), 2);
    }

    /** The marks that the paper's sampler proposes for the same pair. */
    static Optional<List<String>> ofPaper(TaskResults task, Example example, Variant sampler) {
        return example.fromPaper() ? PaperResults.proposal(task.task(), sampler) : Optional.empty();
    }
}
