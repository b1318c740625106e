/**
 * The baseline for neural transduction: an n-gram model of joint units, the method of Phonetisaurus. Pairs are segmented into
 * units that each read a part of x and write a part of y; a smoothed n-gram model is trained on strings of units; a beam search
 * finds the outputs of an input. Nothing here uses machines, tensors or the console.
 */
@NullMarked
package org.espalier.lab.ngram;

import org.jspecify.annotations.NullMarked;
