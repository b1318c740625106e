/**
 * Scorers of mark strings, samplers of paths, estimators and training, on libtorch.
 *
 * <p>Data flows one way: lattices are merged into a {@link org.espalier.model.LatticeBatch}; a
 * {@link org.espalier.model.PathSampler} draws from it a {@link org.espalier.model.PrefixTree}, the sampled mark
 * strings with their common prefixes shared; samplers and scorers give the log-probability of each event of that tree;
 * and estimators and trainers make plain numbers, or gradients, of those. Tensors stay inside scorers and samplers: what
 * passes between them is Java arrays. Nothing here knows of files a person wrote, of a console, or of HTTP.
 */
@NullMarked
package org.espalier.model;

import org.jspecify.annotations.NullMarked;
