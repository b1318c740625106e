package org.espalier.lab.report;

import java.util.List;
import java.util.Optional;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;

/** The texts of the section of proposals, in HTML and Markdown. */
final class ProposalSection {
    static final String TITLE = "Proposals";
    static final String INTRODUCTION =
            "The most probable mark string that each sampler drew for a pair. −a deletes a, +b "
                    + "inserts b, a→b replaces a with b, and a→b→ε replaces it and deletes the result.";

    private ProposalSection() {}

    static String scores(Proposal proposal) {
        return "log q " + MeanAndError.number(proposal.logQ(), 2) + ", log p̃ "
                + MeanAndError.number(proposal.logP(), 2);
    }

    /** Returns the marks that the paper's sampler proposes for the same pair. */
    static Optional<List<String>> ofPaper(TaskResults task, ProposalExample example, SamplerVariant sampler) {
        return example.fromPaper() ? PaperResults.proposal(task.task(), sampler) : Optional.empty();
    }
}
