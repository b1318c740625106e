/** The commands that train a model and ask it: init, train, evaluate, align, score, transduce, rerank, serve. */
@NullMarked
package org.espalier.cli.run;

import org.jspecify.annotations.NullMarked;
