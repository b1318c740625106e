package org.espalier.model.search;

import java.util.List;

/** Why the outputs that a search found may not be the most probable ones. */
public enum SearchCaution {
    /** The search ended without an output. */
    NO_OUTPUT("the machine has no output for this input, or the beam is too small to find one", "beam"),
    /** Prefixes that the bound on output symbols stopped were more probable than the last output found. */
    OUTPUT_BOUND("a better output may be longer than the search allows; raise the bound on its symbols", "maxOutput"),
    /** Prefixes that the bound on marks stopped were more probable than the last output found. */
    MARK_BOUND(
            "a better output may need more marks than the search allows; the bound is lattice.maxMarks of the run, "
                    + "follows from the bound on output symbols, or is scorer.maxMarks of a Transformer",
            "maxOutput");

    private final String message;
    private final String setting;

    SearchCaution(String message, String setting) {
        this.message = message;
        this.setting = setting;
    }

    /** Returns one line for a person. */
    public String message() {
        return message;
    }

    /** Returns the settings that may change the outcome, as {@link SearchSettings} names them. */
    public List<String> settings() {
        return List.of(setting);
    }
}
