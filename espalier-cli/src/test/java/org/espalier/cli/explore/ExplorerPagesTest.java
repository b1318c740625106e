package org.espalier.cli.explore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.espalier.cli.Espalier;
import org.espalier.cli.EspalierCommand;
import org.espalier.cli.console.Console;
import org.espalier.run.folder.RunFolder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages in a headless browser, with tiny runs. */
@Tag("slow")
class ExplorerPagesTest {
    private static final Path PICTURES = Path.of("target", "explorer");
    private static final String DONE = "document.body.getAttribute('aria-busy') === 'false'";

    @TempDir
    private static Path folder;

    private static final List<AutoCloseable> OPEN = new ArrayList<>();
    private static String address = "";
    private static HeadlessBrowser browser;

    private final List<String> expected = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> chromium = HeadlessBrowser.find();
        Assumptions.assumeTrue(chromium.isPresent(), "no chromium, chromium-browser or google-chrome on the PATH");
        Files.writeString(folder.resolve("pairs.tsv"), "ab\tشم\nab\tش\na\tشم\nbab\tم\naba\tشش\nb\tش\na\tم\nbb\tمش\n");
        train("scorer", "none", "{dimension: 8, layers: 1}", "alternating", "accuracy");
        String from = "{dimension: 8, layers: 1, from: '" + folder.resolve("runs/scorer") + "'}";
        train("sws", "sws", from, "sampler", "likelihood");
        train("swa", "swa", from, "sampler", "likelihood");
        Explorer explorer = Explorer.start(
                new CatalogueBuilder(List.of(), line -> {})
                        .runs(folder.resolve("runs"))
                        .build(),
                OptionalInt.of(0),
                line -> {});
        OPEN.add(explorer);
        address = explorer.address();
        browser = new HeadlessBrowser(chromium.get());
        OPEN.add(browser);
    }

    /** Trains fewer steps than its settings allow, so that the page expects more. */
    private static void train(String name, String sampler, String scorer, String objective, String select)
            throws IOException {
        Path out = folder.resolve("runs").resolve(name);
        Path config = Files.writeString(
                folder.resolve(name + ".yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        tokens: chars
                        out: '%s'
                        threads: 1
                        validShare: 0.25
                        scorer: %s
                        sampler: {kind: %s, dimension: 8}
                        training:
                          objective: %s
                          select: %s
                          batch: 4
                          samples: 4
                          iwaeSamples: 4
                          steps: 6
                          evaluateEvery: 3
                        """.formatted(out, scorer, sampler, objective, select));
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        Console console = Console.of(new ByteArrayOutputStream(), words);
        String[] call = {"train", "--config", config.toString()};
        int code = Espalier.commandLineFor(console, EspalierCommand.Spark.class, call)
                .execute(call);
        assertThat(code).as(words.toString(UTF_8)).isZero();
        Path settings = out.resolve("config.yaml");
        Files.writeString(settings, Files.readString(settings).replace("  steps: 6\n", "  steps: 1000\n"));
    }

    @AfterAll
    static void end() throws Exception {
        for (AutoCloseable open : OPEN) {
            open.close();
        }
    }

    @BeforeEach
    void forget() {
        browser.forget();
        browser.size(1280, 900);
    }

    @AfterEach
    void pagesHaveNoErrorsAndLoadNothingForeign() {
        assertThat(browser.problems()).allMatch(complaint -> expected.stream().anyMatch(complaint::contains));
        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(request -> request.startsWith(address) || request.startsWith("about:"));
    }

    private static void openPair(String x, String y, String more) {
        browser.open(address + "#x=" + URLEncoder.encode(x, UTF_8) + "&y=" + URLEncoder.encode(y, UTF_8) + more);
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector('" + selector + "').textContent")
                .asString();
    }

    private static void click(String selector) {
        browser.evaluate("document.querySelector('" + selector + "').click()");
    }

    private static List<String> texts(String selector) {
        return strings(
                browser.evaluate("[...document.querySelectorAll('" + selector + "')].map((each) => each.textContent)"));
    }

    private static List<String> strings(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    /** Returns the number of painted pixels of a canvas. */
    private static int painted(String run) {
        return browser.evaluate("""
                (async () => {
                  // What was drawn for the next frame is there in the one after it.
                  for (let k = 0; k < 2; k++) await new Promise((next) => requestAnimationFrame(next));
                  const canvas = document.querySelector('.lattice[data-run="%s"] canvas');
                  const copy = new OffscreenCanvas(canvas.width, canvas.height)
                      .getContext('2d', { willReadFrequently: true });
                  copy.drawImage(canvas, 0, 0);
                  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
                  return data.filter((value, k) => k %% 4 === 3 && value > 0).length;
                })()""".formatted(run)).asInt();
    }

    @Test
    void pairPageDrawsOneLatticePerSampler() {
        openPair("ab", "شم", "&samplers=sws%7Cswa");
        browser.await(DONE);
        assertThat(text("#facts")).matches("\\d+ states, \\d+ arcs, 13 paths");
        assertThat(texts(".lattice h3")).containsExactly("swa", "sws");
        for (String layout : List.of("grid", "graph")) {
            click("#layout [value=" + layout + "]");
            browser.await("document.querySelector('#layout [value=" + layout + "]').ariaPressed === 'true' && " + DONE);
            for (String run :
                    strings(browser.evaluate("[...document.querySelectorAll('.lattice')].map(c => c.dataset.run)"))) {
                assertThat(painted(run)).as("%s, %s", layout, run).isGreaterThan(1000);
            }
            browser.screenshot(PICTURES.resolve("pair-" + layout + ".png"));
        }
    }

    @Test
    void pairPageComparesSamplers() {
        openPair("aba", "شم", "&samplers=swa&draws=128");
        browser.await(DONE);
        assertThat(texts(".measures thead th")).containsExactly("swa");
        click("#samplers [value=sws]");
        browser.await("document.querySelectorAll('.measures thead th').length === 2 && " + DONE);
        assertThat(texts(".measures tbody th")).allMatch(measure -> measure.length() > 20);
        double kl =
                Double.parseDouble(text(".measures tbody tr:nth-child(3) td").replaceAll(" nats.*", ""));
        assertThat(kl).isNotNegative();
        for (String mode : List.of("posterior", "difference", "q")) {
            click("#mode [value=" + mode + "]");
            assertThat(strings(
                            browser.evaluate("[...document.querySelectorAll('.lattice')].map(c => c.dataset.shaded)")))
                    .containsOnly(mode)
                    .hasSize(2);
        }
        assertThat(texts(".strings[data-run] .numbers")).isNotEmpty().allMatch(numbers -> numbers.contains("drawn"));
        browser.screenshot(PICTURES.resolve("compared.png"));
    }

    @Test
    void pairPageRefinesSamplers() {
        openPair("aba", "شم", "&samplers=swa%7Csws&refine=3");
        browser.await(DONE);
        assertThat(texts(".measures tbody tr:nth-child(3) td"))
                .containsExactly("known only without refinement", "known only without refinement");
        assertThat(texts(".lattice")).hasSize(2).allMatch(card -> card.contains("estimated from the draws"));
        assertThat(browser.evaluate("document.getElementById('refine').value").asString())
                .isEqualTo("3");
        browser.screenshot(PICTURES.resolve("refined.png"));

        browser.evaluate("""
                (() => {
                  const refine = document.getElementById('refine');
                  refine.value = '0';
                  refine.dispatchEvent(new Event('change'));
                })()""");
        browser.await(
                "document.querySelectorAll('.measures tbody tr:nth-child(3) td:not(.hint)').length === 2 && " + DONE);
        assertThat(browser.evaluate("location.hash").asString()).doesNotContain("refine");
    }

    @Test
    void selectedStringSurvivesAReload() {
        openPair("ab", "شم", "&samplers=swa");
        browser.await(DONE);
        click(".string");
        browser.await("document.querySelectorAll('#walked .ahead').length > 0");
        int marks = texts("#walked li").size();
        browser.evaluate("document.getElementById('next').focus()");
        browser.press("ArrowRight");
        browser.await("document.querySelectorAll('#walked .past').length === 1");
        browser.press("ArrowRight");
        browser.await("document.querySelectorAll('#walked .past').length === 2");
        browser.press("ArrowLeft");
        browser.await("document.querySelectorAll('#walked .past').length === 1");
        assertThat(browser.evaluate("document.querySelector('.string').ariaPressed")
                        .asString())
                .isEqualTo("true");
        String shared = browser.evaluate("location.href").asString();

        browser.open(shared);
        browser.await(DONE + " && document.querySelectorAll('#walked .past').length === 1");
        assertThat(texts("#walked li")).hasSize(marks);
        assertThat(browser.evaluate("location.href").asString()).isEqualTo(shared);
    }

    @Test
    void stepperShowsADistributionAtEachMark() {
        openPair("ab", "شم", "&samplers=swa%7Csws&seed=7");
        browser.await(DONE);
        String before = "";
        for (int step = 0; step < 40 && !text("#choices").contains("complete"); step++) {
            assertThat(sum("posterior")).as("posterior, step %d", step).isCloseTo(1, within(1e-6));
            for (String run :
                    strings(browser.evaluate("[...document.querySelectorAll('.lattice')].map(c => c.dataset.run)"))) {
                assertThat(sum(run)).as("%s, step %d", run, step).isCloseTo(1, within(1e-4));
            }
            String now = browser.evaluate("document.getElementById('choices').innerHTML")
                    .asString();
            assertThat(now).isNotEqualTo(before);
            before = now;
            if (step == 2) {
                browser.screenshot(PICTURES.resolve("stepping.png"));
            }
            click(step % 2 == 0 ? ".choice:last-child" : "#sample");
            browser.await("document.getElementById('choices').innerHTML !== " + quoted(now));
        }
        assertThat(text("#choices")).startsWith("The string is complete");
        assertThat(texts("#walked li")).last().isEqualTo("end");
        click("#back");
        browser.await("document.querySelector('.choice')");
        click("#restart");
        browser.await("document.querySelectorAll('#walked .past').length === 0");
        click("#finish");
        browser.await("document.getElementById('choices').textContent.startsWith('The string is complete')");
    }

    private static double sum(String column) {
        return browser.evaluate("[...document.querySelectorAll('.bar-cell[data-of=\"" + column
                        + "\"]')].reduce((sum, cell) => sum + Number(cell.dataset.value), 0)")
                .asDouble();
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    @Test
    void refusedPairShowsTheReasonAndCanBeCorrected() {
        expected.add("status of 4");
        openPair("aXb", "شم", "");
        browser.await("!document.getElementById('pair-problem').hidden");
        assertThat(text("#pair-problem")).contains("X").doesNotContain("\n");
        assertThat(browser.evaluate("document.getElementById('lattices').hidden")
                        .asBoolean())
                .isTrue();
        browser.screenshot(PICTURES.resolve("unknown-symbol.png"));

        openPair("ab".repeat(200), "شم".repeat(200), "");
        browser.await("!document.getElementById('pair-problem').hidden");
        assertThat(text("#pair-problem")).containsPattern("\\d").doesNotContain("\n");

        browser.evaluate("document.getElementById('x').value = 'a'; document.getElementById('y').value = 'م'");
        click("#draw");
        browser.await(DONE + " && !document.getElementById('lattices').hidden");
        assertThat(browser.evaluate("document.getElementById('pair-problem').hidden")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void machinePageShowsDrawingChecksAndSource() {
        browser.open(address + "machine");
        browser.await("document.querySelectorAll('#drawing .node').length > 0");
        assertThat(texts("#drawing text")).anyMatch(label -> label.contains("<delete> a"));
        assertThat(browser.evaluate("getComputedStyle([...document.querySelectorAll('#drawing .node ellipse')]"
                                + ".find(ring => ring.getAttribute('fill') === 'none')).fill")
                        .asString())
                .as("the outer ring of a final state does not hide the inner one")
                .isEqualTo("none");
        assertThat(texts("#checks li")).isNotEmpty();
        assertThat(text("#source")).contains("machine = (delete | insert | copy | substitute)*");
        browser.screenshot(PICTURES.resolve("machine.png"));
    }

    @Test
    void trainingPageFollowsTheRun() throws IOException {
        String points = "Number(document.getElementById('chart-step-loss')?.dataset.points)";
        Path run = folder.resolve("runs/swa");
        Path metrics = run.resolve("metrics.jsonl");
        try (RunFolder.Lock lock = RunFolder.open(run).lock()) {
            browser.open(address + "training#runs=runs%2Fswa%7Cruns%2Fsws");
            browser.await(points + " === 12");
            assertThat(texts("#runs .status"))
                    .anyMatch(status -> status.startsWith("training"))
                    .anyMatch(status -> status.startsWith("ended"));
            String line = Files.readAllLines(metrics).get(0);
            for (int step = 7; step < 40; step++) {
                String next = line.replace("\"step\":1,", "\"step\":" + step + ",");
                Files.writeString(metrics, next + "\n", StandardOpenOption.APPEND);
            }
            browser.await(points + " === 45");
        }
        browser.screenshot(PICTURES.resolve("training.png"));
    }

    @Test
    void trainingPageShowsErrorRatesOfRunsThatHaveThem() {
        for (String rate : List.of("wordErrorRate", "characterErrorRate")) {
            String chart = "document.getElementById('chart-validation-" + rate + "')";
            browser.open(address + "training#runs=runs%2Fscorer");
            browser.await("Number(" + chart + "?.dataset.points) === 2");
            assertThat(browser.evaluate(chart + ".hidden").asBoolean()).isFalse();
            browser.open(address + "training#runs=runs%2Fsws");
            browser.await(chart + "?.hidden === true");
        }
    }

    @Test
    void pagesFitAThousandPixelsInDarkMode() {
        browser.size(1000, 800);
        browser.colourScheme("dark");
        Map<String, String> shown = Map.of(
                "", DONE,
                "machine", "document.querySelectorAll('#drawing .node').length > 0",
                "training", "document.querySelector('[data-points]')");
        try {
            shown.forEach((page, condition) -> {
                browser.open(address + page);
                browser.await(condition);
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .asInt())
                        .as(page)
                        .isLessThanOrEqualTo(1000);
                browser.screenshot(PICTURES.resolve("dark-" + (page.isEmpty() ? "pair" : page) + ".png"));
            });
        } finally {
            browser.colourScheme("light");
        }
    }
}
