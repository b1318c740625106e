/**
 * The report of an experiment: an HTML page, tables and charts. All figures come from {@link org.espalier.lab.results} or, marked
 * as such, from the paper; nothing here measures or uses the console. {@link org.espalier.lab.report.Chart} and
 * {@link org.espalier.lab.report.ChartSvg} draw all charts of the project as SVG, those of the benchmarks too. Browsers draw
 * interactive charts with {@link org.espalier.lab.report.WebLibrary#ECHARTS}; the explorer of the command line, a module above
 * this one, takes the same script from here.
 */
@NullMarked
package org.espalier.lab.report;

import org.jspecify.annotations.NullMarked;
