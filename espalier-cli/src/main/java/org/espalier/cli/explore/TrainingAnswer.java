package org.espalier.cli.explore;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The answer of {@code /api/training}: new lines of the metrics of a run.
 *
 * @param next the offset for the next request
 * @param restarted whether the file is shorter than the offset: the run was reset, and the file is read from the start
 * @param done whether training has ended
 * @param lines complete lines; if there are many steps, a subset of them
 */
record TrainingAnswer(long next, boolean restarted, boolean done, List<JsonNode> lines, Map<String, Object> settings) {}
