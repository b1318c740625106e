package org.espalier.model;

/**
 * The lattices of a batch as a weighted automaton, made by Algorithm 1.
 *
 * @param logWeight log w of each arc
 * @param logBeta log β of each state: the sum, over the paths from there to the end, of the products of weights
 * @param embeddings e of each arc, one after another
 */
@SuppressWarnings("ArrayRecordComponent") // looked at, never compared
public record SwpWeights(double[] logWeight, double[] logBeta, double[] embeddings, int dimension) {}
