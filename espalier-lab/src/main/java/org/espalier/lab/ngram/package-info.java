/**
 * The baseline that neural transduction is judged beside: an n-gram model of joint units, the method of Phonetisaurus. Pairs are
 * cut into units that each read a little of x and write a little of y, strings of units get a smoothed n-gram model, and a beam
 * search finds the outputs of an input. Nothing here needs a machine or tensors, or knows the console.
 */
@NullMarked
package org.espalier.lab.ngram;

import org.jspecify.annotations.NullMarked;
