package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.report.Chart;
import org.espalier.lab.report.ChartSvg;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkFolderTest {
    private static final Path PUBLISHED = Path.of("..", "docs", "results", "benchmarks");

    @Test
    void publishedTablesAndChartsMatchTheFigures() throws IOException {
        List<BenchmarkReport> reports = new BenchmarkFolder(PUBLISHED).reports();
        assertThat(reports).hasSizeGreaterThanOrEqualTo(5);
        assertThat(PUBLISHED.resolve(BenchmarkFolder.TABLES)).content().isEqualTo(BenchmarkFolder.page(reports));
        for (BenchmarkReport report : reports) {
            for (Chart chart : report.charts()) {
                assertThat(PUBLISHED.resolve(chart.id() + ".svg")).content().isEqualTo(ChartSvg.draw(chart));
            }
        }
    }

    @Test
    void redrawWritesTablesAndChartsOfTheFiguresPresent(@TempDir Path folder) throws IOException {
        Files.copy(PUBLISHED.resolve("soak.json"), folder.resolve("soak.json"));
        new BenchmarkFolder(folder).redraw();
        assertThat(folder.resolve("soak-memory.svg")).exists();
        assertThat(folder.resolve(BenchmarkFolder.TABLES))
                .content()
                .contains("## Memory")
                .doesNotContain("## Training");
    }

    @Test
    void redrawOfFolderWithoutFiguresIsRefused(@TempDir Path folder) {
        assertThatThrownBy(() -> new BenchmarkFolder(folder).redraw())
                .isInstanceOf(EspalierException.class)
                .hasMessage(folder
                        + " has no benchmark results; expected one of lattice.json, training.json, samplers.json,"
                        + " throughput.json, search.json, refinement.json, workers.json, service.json, soak.json");
    }
}
