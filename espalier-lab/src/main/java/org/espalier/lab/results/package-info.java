/**
 * What an experiment found, as {@code results.json} holds it: plain records that the engine fills and reports show. Nothing
 * here computes, and nothing here knows how the numbers came about or what page they end on.
 */
@NullMarked
package org.espalier.lab.results;

import org.jspecify.annotations.NullMarked;
