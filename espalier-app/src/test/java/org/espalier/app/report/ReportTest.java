package org.espalier.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.app.results.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @Test
    void whole(@TempDir Path folder) throws IOException {
        Results results =
                new SyntheticResults().seeds(1L, 2L).dimensions(64, 128, 256).build();
        Report.write(results, folder);
        assertThat(folder.resolve("report.html")).exists();
        assertThat(Files.readString(folder.resolve("results.md"))).contains("Partial KL");
        ConsoleTable.lines(results);
    }
}
