package org.espalier.model;

/**
 * The lattices of a batch as a weighted automaton: the results of Algorithm 1, or of a Transformer over arcs.
 *
 * @param logWeight log w of each arc
 * @param logBeta log β of each state, where β is the total weight of the paths from the state to the end
 * @param embeddings the embeddings of all arcs in one array, {@code dimension} numbers per arc
 * @param dimension the length of an embedding
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
public record SwpWeights(double[] logWeight, double[] logBeta, double[] embeddings, int dimension) {}
