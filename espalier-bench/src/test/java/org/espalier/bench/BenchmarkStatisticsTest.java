package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class BenchmarkStatisticsTest {
    @Test
    void quartilesAreInterpolated() {
        assertThat(Quartiles.of(4, 1, 3, 2)).isEqualTo(new Quartiles(1.75, 2.5, 3.25));
        assertThat(Quartiles.of(7)).isEqualTo(new Quartiles(7, 7, 7));
    }

    @Test
    void tasksAlternate() {
        StringBuilder order = new StringBuilder();
        List<Quartiles> times = Quartiles.ofAlternating(List.of(
                new Quartiles.Work(() -> order.append('a'), 2, 3), new Quartiles.Work(() -> order.append('b'), 1, 1)));
        assertThat(order).hasToString("aab" + "abaa");
        assertThat(times).hasSize(2);
    }

    @Test
    void trendHasSlopeAndErrorOfLeastSquares() {
        assertThat(LinearTrend.of(new double[] {0, 1, 2, 3}, new double[] {5, 7, 9, 11}))
                .isEqualTo(new LinearTrend(2, 0, 8));
        LinearTrend trend = LinearTrend.of(new double[] {0, 1, 2, 3}, new double[] {1, 0, 0, 1});
        assertThat(trend.slope()).isZero();
        assertThat(trend.error()).isCloseTo(Math.sqrt(0.5 / 5), within(1e-12));
    }

    @Test
    void memoryIsFlatIfItGrowsByLessThanOnePercent() {
        List<MemoryUse> uses = List.of(use(1, 10), use(2, 50), use(3, 100), use(4, 100.4));
        assertThat(SoakReport.Verdict.of("x", uses, MemoryUse::resident).flat()).isTrue();
        List<MemoryUse> growing = List.of(use(1, 10), use(2, 50), use(3, 100), use(4, 102));
        assertThat(SoakReport.Verdict.of("x", growing, MemoryUse::resident).flat())
                .isFalse();
    }

    private static MemoryUse use(int step, double resident) {
        return new MemoryUse(step, resident, 0, 0, 0);
    }

    @Test
    void argumentsAreNumericOptionsAndAFolder() {
        BenchmarkArguments arguments = new BenchmarkArguments(Set.of("--rounds", "--pairs"), "--rounds", "3", "src");
        assertThat(arguments.number("--rounds", 15)).isEqualTo(3);
        assertThat(arguments.number("--pairs", 16)).isEqualTo(16);
        assertThat(arguments.folder()).contains(Path.of("src"));
        assertThatThrownBy(() -> new BenchmarkArguments(Set.of("--rounds", "--pairs"), "--round", "3"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("--round is not an option here; there are --pairs, --rounds");
        assertThatThrownBy(() -> new BenchmarkArguments(Set.of("--rounds"), "--rounds", "0"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("--rounds takes a positive number; got '0'");
        assertThatThrownBy(() -> new BenchmarkArguments(Set.of(), "no such folder"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("no such folder is not a folder; create it first");
    }

    @Test
    void scanPairsHaveEightWordsAnd24To26Actions() {
        Mfst scan = SyntheticTasks.scan();
        List<SyntheticTasks.Pair> pairs = ScanPairs.sample(scan, 384, 1);
        assertThat(pairs).allSatisfy(pair -> {
            assertThat(pair.x()).hasSize(8).doesNotContain(-1);
            assertThat(pair.y().length).isIn(24, 26);
            assertThat(pair.y()).doesNotContain(-1);
        });
        assertThat(pairs.stream().map(pair -> scan.input().format(pair.x())).distinct())
                .hasSize(384);
    }

    @Test
    void trainingReportMarksMissedBudgets() {
        Quartiles ten = Quartiles.of(10);
        TrainingReport report = new TrainingReport(
                "Made here.",
                2,
                "1.13",
                List.of(
                        new TrainingReport.Step("SCAN", 256, "SWA", ten, Quartiles.of(20), Quartiles.of(70)),
                        new TrainingReport.Step("SCAN", 256, "SWA, bfloat16", Quartiles.of(5), Quartiles.of(20), null),
                        new TrainingReport.Step("SCAN", 256, "SWP", Quartiles.of(8), Quartiles.of(400), null),
                        new TrainingReport.Step("SCAN", 256, "SWP, bfloat16", Quartiles.of(6), Quartiles.of(400), null),
                        new TrainingReport.Step("SCAN", 256, "SWPS", ten, null, null)),
                List.of(new MatrixProductRates.Product("square", 1000, 1000, 1000, ten)),
                List.of(new TrainingReport.Rates(
                        "SCAN", List.of(new MatrixProductRates.Rate("GRU", 9, 1.5e9, 1e9, ten)))));
        assertThat(report.peak()).isEqualTo(200);
        assertThat(report.budgets())
                .contains(
                        TrainingReport.Budget.atLeast("SWA, SCAN, d = 256: times as fast as the peer", 2, 3),
                        TrainingReport.Budget.atMost("SWP, SCAN, d = 256: its step by SWA's", 0.8, 1),
                        TrainingReport.Budget.atLeast("GRU, SCAN: share of the sgemm rate, as executed", 0.5, 0.6));
        assertThat(report.markdown())
                .contains("5 of 8 budgets are met")
                .contains("| SCAN | 256 | SWA | 10 (10–10) | 20 (20–20) | **2.00** | 70 (70–70) | 7.00 |  |")
                .contains("| SCAN | 256 | SWA, bfloat16 | 5.00 (5.00–5.00) | 20 (20–20) | 4.00 |  |  |  |")
                .contains("| SCAN | 256 | SWP | 8.00 (8.00–8.00) | 400 (400–400) | 50.0 |  |  | 0.80 |")
                .contains("| SCAN | 256 | SWP, bfloat16 | 6.00 (6.00–6.00) | 400 (400–400) | 66.7 |  |  | **1.20** |")
                .contains("| SCAN | 256 | SWPS | 10 (10–10) |  |  |  |  |  |")
                .contains("| GRU | SCAN | 9 | 10 (10–10) | 150 | 75% | 100 | **50%** |");
        assertThat(BenchmarkEnvironment.json(report)).contains("\"budgets\"", "\"nominalGflops\" : 150.0");
    }

    @Test
    void samplersReportMarksSwpAndSwgThatCostMoreThanSwa() {
        SamplersReport report = new SamplersReport(
                "Made here.",
                2,
                16,
                16,
                300,
                List.of(
                        new SamplersReport.Cost("SCAN", 64, "SWA", Quartiles.of(10), 1),
                        new SamplersReport.Cost("SCAN", 64, "SWP", Quartiles.of(8), 0.8),
                        new SamplersReport.Cost("SCAN", 64, "SWPS", Quartiles.of(14), 1.4),
                        new SamplersReport.Cost("SCAN", 64, "SWG", Quartiles.of(12), 1.2)));
        assertThat(report.markdown())
                .contains("1 of 2 budgets are met: a step of SWP or SWG costs no more than one of SWA.")
                .contains("| SCAN | 64 | SWP | 8.00 (8.00–8.00) | 0.80 |")
                .contains("| SCAN | 64 | SWPS | 14 (14–14) | 1.40 |")
                .contains("| SCAN | 64 | SWG | 12 (12–12) | **1.20** |");
    }

    @Test
    void refinementReportMarksRatiosAboveATenth() {
        RefinementReport report = new RefinementReport(
                "Made here.",
                2,
                16,
                128,
                3,
                300,
                List.of(
                        cost("SWS", new RefinementReport.Drawing(1.5, Quartiles.of(11))),
                        cost("SWP", new RefinementReport.Drawing(33.25, Quartiles.of(12)))));
        assertThat(report.markdown())
                .contains("1 of 2 budgets are met: refined draws cost at most 1.1 times as much")
                .contains("| words | 64 | SWS | 40 | 2.0 | 1.5 | 10 (10–10) | 11 (11–11) | 1.10 |")
                .contains("| words | 64 | SWP | 40 | 2.0 | 33.3 | 10 (10–10) | 12 (12–12) | **1.20** |");
        String json = BenchmarkEnvironment.json(report);
        assertThat(json).contains("\"ratio\" : 1.2", "\"met\" : false");
        assertThat(JsonMapper.shared().readValue(json, RefinementReport.class)).isEqualTo(report);
    }

    private static RefinementReport.Cost cost(String sampler, RefinementReport.Drawing refined) {
        return new RefinementReport.Cost(
                "words", 64, sampler, 40, new RefinementReport.Drawing(2, Quartiles.of(10)), refined);
    }

    @Test
    void serviceReportHasPercentilesAndMarksLostRequests() {
        long[] nanos = LongStream.rangeClosed(1, 200)
                .map(k -> 201 - k)
                .map(ms -> ms * 1_000_000)
                .toArray();
        ServiceReport.Times times = ServiceReport.Times.of(nanos);
        assertThat(times).isEqualTo(new ServiceReport.Times(200, 100, 198)).hasToString("100.0 / 198.0");
        ServiceReport.Times none = ServiceReport.Times.of();
        ServiceReport report = new ServiceReport(
                "Made here.",
                300,
                256,
                64,
                List.of(new ServiceReport.Rate(50, 60), new ServiceReport.Rate(51, 61)),
                new ServiceReport.Rate(49, 59),
                7.25,
                List.of(
                        new ServiceReport.Phase("load", 32, 4, times, none, 0, 0),
                        new ServiceReport.Phase("overload", 99, 4, none, times, 5, 2)),
                List.of(new SoakReport.Verdict("resident set, MiB", 700, 0.5, 0.25, true)),
                143);
        assertThat(report.markdown())
                .contains("| load | 32 | 4 | 200 | 50.0 | 100.0 / 198.0 | 0 |  | 0 | 0 |")
                .contains("| overload | 99 | 4 | 0 | 0.0 |  | 200 | 100.0 / 198.0 | 5 | **2** |")
                .contains("the load average was 7.3 on")
                .contains("| without a server, after the load | 51.0 | 61.0 |")
                .contains("| service under load | 49.0 | 59.0 |")
                .contains("| resident set, MiB | 700.0 | 0.5000 ± 0.2500 | yes |");
        assertThat(JsonMapper.shared().readValue(BenchmarkEnvironment.json(report), ServiceReport.class))
                .isEqualTo(report);
    }
}
