package org.espalier.cli.explore;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The answer of {@code /api/training}: what has been added to the metrics of a run.
 *
 * @param next where to go on
 * @param restarted whether the file is shorter than what was read of it: the run has gone back, and all is read anew
 * @param done whether nothing more is to be expected
 * @param lines whole lines, of many steps only some
 */
record TrainingAnswer(long next, boolean restarted, boolean done, List<JsonNode> lines, Map<String, Object> settings) {}
