package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.espalier.lab.results.SamplerVariant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ReportTest {
    private static final Pattern SCRIPT = Pattern.compile("<script>.*?</script>", Pattern.DOTALL);
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]*)\\)");

    @TempDir
    private Path folder;

    @Tag("slow")
    @Test
    void pageIsWellFormedAndSelfContained() {
        String page = page(new SyntheticResults().dimensions(64, 128).examples(urdu()));
        String markup = SCRIPT.matcher(page).replaceAll("");
        assertThat(parse(markup).getElementsByTagName("table").getLength()).isGreaterThan(8);
        assertThat(markup.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
                .doesNotContain("http:", "https:", "//", "url(", "@import", "<link", " src=", " href=");
        assertThat(ours(page)).doesNotContain("http:", "https:", "//", "fetch(", "import(");
    }

    /** Returns the page without the script of ECharts, which is not ours. */
    private static String ours(String page) {
        List<String> scripts =
                SCRIPT.matcher(page).results().map(r -> r.group()).toList();
        assertThat(scripts).hasSize(2);
        assertThat(scripts.get(0)).contains("Licensed to the Apache Software Foundation");
        return scripts.get(1);
    }

    @Test
    void textIsEscaped() {
        String page = page(new SyntheticResults()
                .examples(new ProposalExample(
                        List.of("<b>", "&"),
                        List.of("</script><script>"),
                        false,
                        null,
                        List.of(new Proposal(SamplerVariant.SWA, List.of("<delete>", "<b>"), -1.25, -2.5)))));
        assertThat(page)
                .contains("--scale &lt;none&gt;", "a made-up processor &lt;&amp;&gt;", "<bdi>&lt;b&gt;</bdi>")
                .doesNotContain("</script><script>", "<none>");
        assertThat(markdown()).contains("--scale \\<none\\>", "−\\<b\\>");
    }

    @Test
    void urduIsRightToLeftWithoutSpaces() {
        String page = page(new SyntheticResults().tasks("tr").examples(urdu()));
        assertThat(page).contains("<bdi>&lt;ur&gt;</bdi> <bdi dir=\"rtl\">چلنے</bdi>");
    }

    @Test
    void exampleOfThePaperShowsThePapersProposals() {
        assertThat(page(new SyntheticResults().tasks("tr").examples(urdu())))
                .contains("the paper’s SWP", "log q −0.50, log p̃ −12.25");
        assertThat(markdown()).contains("in the paper: −c +\\<ur\\> −h −a −l +35 +8 −n +10 −a −y +22");
    }

    @Test
    void pictureIsEmbeddedInThePage() throws IOException {
        Files.writeString(folder.resolve("lattice.svg"), "<svg data-test=\"here\"></svg>");
        assertThat(page(new SyntheticResults().tasks("tr").examples(urdu())))
                .contains("<div class=\"picture\"><svg data-test=\"here\"></svg></div>");
        assertThat(markdown()).contains("(lattice.svg)");
    }

    @Test
    void allChartsAreWritten() {
        page(new SyntheticResults().dimensions(64, 128));
        List<String> plots =
                PICTURE.matcher(markdown()).results().map(r -> r.group(1)).toList();
        assertThat(plots)
                .contains(
                        "learning-tr-steps.svg",
                        "learning-scan-seconds.svg",
                        "sweep-cipher.svg",
                        "cost-tr.svg",
                        "refinement-scan.svg")
                .allSatisfy(plot -> assertThat(
                                parse(read(plot)).getDocumentElement().getTagName())
                        .isEqualTo("svg"));
    }

    @Test
    void tablesOfOneSeedShowStandardErrorsOverPairs() {
        page(new SyntheticResults().tasks("cipher").samplers(SamplerVariant.SWA, SamplerVariant.SWP));
        assertThat(row("Partial KL", "SWA")).containsExactly("SWA", "**93.35 ± 0.37**", "101.3");
        assertThat(row("Partial KL", "SWP")).containsExactly("SWP", "102.98 ± 0.37", "**73.9**");
        assertThat(row("KL", "SWA")).containsExactly("SWA", "**75.70 ± 0.37**");
        assertThat(row("Expected mark length", "SWP")).containsExactly("SWP", "24.68 ± 0.37", "59.9");
        assertThat(row("Deduplicated ESS", "SWP")).containsExactly("SWP", "1.98 ± 0.37", "1.0");
        assertThat(row("Time of a training step", "SWP")).containsExactly("SWP", "84.0 ms", "2.0", "about 10");
    }

    @Test
    void nothingIsBoldWithinTheNoise() {
        page(new SyntheticResults()
                .tasks("cipher")
                .samplers(SamplerVariant.SWA, SamplerVariant.SWP)
                .standardError(3.5));
        assertThat(row("Partial KL", "SWA")).containsExactly("SWA", "93.35 ± 3.50", "101.3");
    }

    @Test
    void differencesHaveStandardErrorsOverSeeds() {
        page(new SyntheticResults().seeds(1L, 2L, 3L).tasks("cipher").samplers(SamplerVariant.SWA, SamplerVariant.SWS));
        assertThat(row("Difference from SWS", "SWA")).containsExactly("SWA", "72.36 ± 0.06");
        assertThat(row("Difference from SWS", "SWS")).containsExactly("SWS", "");
    }

    @Test
    void klByLengthHasAColumnPerGroup() {
        page(new SyntheticResults().tasks("cipher").samplers(SamplerVariant.SWA));
        assertThat(row("KL by length", "SWA")).containsExactly("SWA", "74.70 ± 0.37", "76.70 ± 0.37");
        assertThat(markdown()).contains("cipher, \\|y\\| = 4 |", "cipher, \\|y\\| = 5–9 |");
    }

    @Test
    void clearlyLowerErrorOfPlainAndRefinedEstimatesIsBold() {
        page(new SyntheticResults().tasks("cipher").samplers(SamplerVariant.SWS));
        assertThat(row("Error by strings", "cipher, SWS"))
                .containsExactly("cipher, SWS", "**2.345 ± 0.370**", "1.234 ± 0.370");
        assertThat(row("Error by strings", "cipher, SWS, refined"))
                .containsExactly("cipher, SWS, refined", "3.456 ± 0.370", "**0.123 ± 0.370**");
        assertThat(row("Error by strings", "cipher, SWS, strings when refined"))
                .containsExactly("cipher, SWS, strings when refined", "15.5", "32.3");
        assertThat(row("Bias by strings", "cipher, SWS, refined"))
                .containsExactly("cipher, SWS, refined", "−1.728 ± 0.370", "−0.062 ± 0.370");
        assertThat(markdown())
                .contains("cipher: 12 pairs with 235 paths on average, 5 estimates of each, 3 rounds of refinement")
                .contains("](refinement-cipher.svg)");
    }

    @Test
    void resultsOfDifferentSeedsAreMerged() throws IOException {
        List<Path> files = new ArrayList<>();
        for (long seed = 1; seed <= 3; seed++) {
            Path file = Files.createDirectory(folder.resolve("seed" + seed)).resolve("results.json");
            new SyntheticResults().seeds(seed).examples(urdu()).build().write(file);
            files.add(file);
        }
        Files.writeString(folder.resolve("seed1").resolve("lattice.svg"), "<svg/>");
        Path merged = folder.resolve("merged");
        ExperimentResults results = MergedReport.write(files, merged);
        assertThat(results)
                .isEqualTo(new SyntheticResults()
                        .seeds(1L, 2L, 3L)
                        .examples(urdu())
                        .build());
        assertThat(ExperimentResults.read(merged.resolve("results.json"))).isEqualTo(results);
        assertThat(merged.resolve("lattice.svg")).hasContent("<svg/>");
        assertThat(Files.readString(merged.resolve("results.md"))).contains("standard deviation over 3 seeds");
    }

    @Test
    void resultsThatDifferInMoreThanSeedsAreNotMerged() throws IOException {
        Path one = folder.resolve("one.json");
        Path other = folder.resolve("other.json");
        new SyntheticResults().build().write(one);
        new SyntheticResults().build().write(other);
        assertThatThrownBy(() -> MergedReport.write(List.of(one, other), folder.resolve("out")))
                .hasMessage(
                        "the results have a seed in common: their seeds are [1, 1]; merge results with different seeds");
        new SyntheticResults().seeds(2L).tasks("tr").build().write(other);
        assertThatThrownBy(() -> MergedReport.write(List.of(one, other), folder.resolve("out")))
                .hasMessageContaining("the tasks differ: [tr] and [tr, scan, cipher]");
        new SyntheticResults().seeds(2L).build().write(other);
        assertThatThrownBy(() -> MergedReport.write(List.of(one, other), folder))
                .hasMessage(folder + " cannot hold the report: it has " + one
                        + ", which is to be merged; name a new folder");
        Path mine =
                Files.writeString(Files.createDirectory(folder.resolve("out")).resolve("results.md"), "mine");
        assertThatThrownBy(() -> MergedReport.write(List.of(one, other), folder.resolve("out")))
                .hasMessageEndingWith("that no experiment has written; name a new folder");
        assertThat(mine).hasContent("mine");
        Files.writeString(other, "{\"command\": \"earlier\"}");
        assertThatThrownBy(() -> MergedReport.write(List.of(other), folder.resolve("out")))
                .hasMessage(other
                        + " has no results of an experiment; name files results.json that experiments have written");
    }

    @Test
    void tablesOfSeveralSeedsShowStandardDeviations() {
        page(new SyntheticResults().seeds(1L, 2L, 3L).tasks("cipher").samplers(SamplerVariant.SWA));
        assertThat(row("Partial KL", "SWA")).containsExactly("SWA", "93.45 ± 0.10", "101.3");
        assertThat(markdown()).contains("standard deviation over 3 seeds");
    }

    @Test
    void unknownErrorIsOmitted() {
        page(new SyntheticResults().standardError(Double.NaN).tasks("cipher").samplers(SamplerVariant.SWA));
        assertThat(row("Partial KL", "SWA")).containsExactly("SWA", "93.35", "101.3");
        assertThat(markdown() + read("report.html").replaceAll("(?s)<script>.*?</script>", ""))
                .doesNotContain("NaN", "±  ");
    }

    @Test
    void ratiosNeedSwaAndTheSectionOfDimensionsNeedsASweep() {
        page(new SyntheticResults().tasks("scan").samplers(SamplerVariant.SWPS));
        assertThat(row("Time to sample", "SWPS")).containsExactly("SWPS", "13.0 ms");
        assertThat(markdown()).doesNotContain("## Dimension");
    }

    @Test
    void meanOverTasksNeedsAllThree() {
        page(new SyntheticResults().samplers(SamplerVariant.SWS));
        assertThat(row("Partial KL", "SWS")).hasSize(9).endsWith("50.51", "**44.7**");
        page(new SyntheticResults().tasks("tr", "scan").samplers(SamplerVariant.SWS));
        assertThat(row("Partial KL", "SWS")).hasSize(5);
    }

    @Test
    void reportWithoutSamplersShowsTheData() {
        page(new SyntheticResults().samplers());
        assertThat(markdown()).contains("### Data", "### Reference").doesNotContain("### Partial KL");
    }

    @Tag("slow")
    @Test
    void writtenResultsAreReadBackEqual() {
        for (double error : new double[] {0.25, Double.NaN}) {
            ExperimentResults results = new SyntheticResults()
                    .standardError(error)
                    .seeds(1L, 2L)
                    .examples(urdu())
                    .build();
            results.write(folder.resolve("results.json"));
            assertThat(ExperimentResults.read(folder.resolve("results.json"))).isEqualTo(results);
        }
    }

    @Test
    void pageAndMarkdownHaveTheSameTables() {
        String page = page(new SyntheticResults().seeds(1L, 2L));
        List<String> inPage = cells(parse(SCRIPT.matcher(page).replaceAll("")));
        List<String> inTables = markdown()
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
                .flatMap(line -> split(line).stream())
                .map(cell -> cell.replace("**", "").replace("\\", ""))
                .toList();
        assertThat(inPage).isEqualTo(inTables);
    }

    private static List<String> cells(Document page) {
        NodeList rows = page.getElementsByTagName("tr");
        return IntStream.range(0, rows.getLength())
                .mapToObj(k -> (Element) rows.item(k))
                .flatMap(row -> children(row).stream())
                .map(Element::getTextContent)
                .toList();
    }

    private static List<Element> children(Element row) {
        List<Element> cells = new ArrayList<>();
        for (int k = 0; k < row.getChildNodes().getLength(); k++) {
            if (row.getChildNodes().item(k) instanceof Element cell) {
                cells.add(cell);
            }
        }
        return cells;
    }

    /** Returns the cells of a sampler's row in the Markdown table of this title, without empty ones. */
    private List<String> row(String table, String sampler) {
        String section = markdown().substring(markdown().indexOf("### " + table + "\n"));
        return section.lines()
                .filter(line -> line.startsWith("| " + sampler + " |"))
                .findFirst()
                .map(ReportTest::split)
                .orElseThrow();
    }

    private static List<String> split(String line) {
        String unescaped = line.replace("\\|", "¦");
        return Stream.of(unescaped.substring(2, unescaped.length() - 2).split(" \\| ", -1))
                .map(cell -> cell.replace('¦', '|'))
                .toList();
    }

    private String page(SyntheticResults results) {
        Report.write(results.build(), folder);
        return read("report.html");
    }

    private String markdown() {
        return read("results.md");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Document parse(String xml) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)));
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new AssertionError(e);
        }
    }

    private static ProposalExample urdu() {
        return new ProposalExample(
                List.of("c", "h", "a", "l", "n", "a", "y"),
                List.of("<ur>", "چ", "ل", "ن", "ے"),
                true,
                "lattice.svg",
                List.of(new Proposal(SamplerVariant.SWP, List.of("<delete>", "c", "<insert>", "<ur>"), -0.5, -12.25)));
    }
}
