/**
 * What an experiment found, as people read it: a page, tables and plots. Everything shown comes from
 * {@link org.espalier.lab.results} or, marked as such, from the paper; nothing here measures, and nothing here knows the
 * console.
 */
@NullMarked
package org.espalier.lab.report;

import org.jspecify.annotations.NullMarked;
