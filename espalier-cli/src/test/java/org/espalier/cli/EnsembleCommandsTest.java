package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Training and use of ensembles, on tiny runs. */
@Tag("slow")
class EnsembleCommandsTest extends CommandTestBase {
    private static final List<Integer> SEEDS = List.of(3, 1, 2);
    private static final String PAIRS = "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\na\td\nbb\tdc\naa\tc\n";
    private static final String SETTINGS = """
            machine: builtin:edit
            train: pairs.tsv
            tokens: chars
            scorer: {dimension: 8, layers: 1}
            sampler: {dimension: 8}
            validShare: 0.25
            training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 6, evaluateEvery: 3, checkpointEvery: 3}
            """;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String config = "";
    private static String ensemble = "";
    private static String firstMessages = "";
    private static String firstSummary = "";
    private static String pairs = "";

    @BeforeAll
    static void train() throws IOException {
        pairs = Files.writeString(shared.resolve("pairs.tsv"), PAIRS).toString();
        config = Files.writeString(shared.resolve("run.yaml"), SETTINGS).toString();
        ensemble = shared.resolve("ensemble").toString();
        EnsembleCommandsTest training = new EnsembleCommandsTest();
        int code = training.run("train", "--config", config, "--out", ensemble, "--seeds", "3,1,2", "--json");
        firstMessages = training.err;
        firstSummary = training.out;
        assertThat(code).as(training.err).isZero();
    }

    private static String member(int seed) {
        return Path.of(ensemble, "members", Integer.toString(seed)).toString();
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static Map<String, byte[]> checkpoints(Path run) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> found = Files.list(run.resolve("checkpoints"))) {
            for (Path file : found.toList()) {
                files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        files.put("metrics.jsonl", Files.readAllBytes(run.resolve("metrics.jsonl")));
        return files;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private String refused(int code, String... args) {
        assertThat(run(args)).as(err).isEqualTo(code);
        assertThat(out).isEmpty();
        return err;
    }

    @Test
    void membersHaveTheBytesOfSingleRuns() throws IOException {
        for (int seed : SEEDS) {
            Path single = folder.resolve("seed" + seed);
            assertThat(run(
                            "train",
                            "--config",
                            config,
                            "--out",
                            single.toString(),
                            "--set",
                            "seed=" + seed,
                            "--set",
                            "threads=1"))
                    .as(err)
                    .isZero();
            Map<String, byte[]> expected = checkpoints(single);
            Map<String, byte[]> found = checkpoints(Path.of(member(seed)));
            assertThat(found.keySet()).isEqualTo(expected.keySet()).contains("step-6.safetensors");
            expected.forEach((name, bytes) ->
                    assertThat(found.get(name)).as("seed %d, %s", seed, name).isEqualTo(bytes));
        }
    }

    @Test
    void trainingSaysOnceWhatAllMembersShareAndNamesTheSeedOfTheRest() {
        assertThat(firstMessages.lines().filter(line -> line.startsWith("espalier: training on 6 pairs")))
                .hasSize(1);
        for (int seed : SEEDS) {
            assertThat(firstMessages)
                    .contains("espalier: seed " + seed + ", step 3, validation: partial KL ")
                    .contains("espalier: seed " + seed + ": done after step 6\n");
        }
        assertThat(firstMessages)
                .endsWith("espalier: next: espalier evaluate --run " + ensemble + " --transduce --pairs FILE, or"
                        + " espalier transduce --run " + ensemble + " --inputs FILE\n");
        JsonNode summary = json(firstSummary);
        assertThat(summary.get("run").asString()).isEqualTo(ensemble);
        assertThat(summary.get("ended").asString()).isEqualTo("completed");
        for (int k = 0; k < SEEDS.size(); k++) {
            JsonNode ofMember = summary.get("members").get(k);
            assertThat(ofMember.get("seed").asInt()).isEqualTo(SEEDS.get(k));
            assertThat(ofMember.get("run").asString()).isEqualTo(member(SEEDS.get(k)));
            assertThat(ofMember.get("step").asInt()).isEqualTo(6);
        }
    }

    @Test
    void resumedEnsembleSkipsTrainedMembers() throws IOException {
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        // Member 2 loses its training, as if it had not been reached, and the record that it was trained.
        Path second = copy.resolve("members/2");
        try (Stream<Path> files = Files.list(second.resolve("checkpoints"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        byte[] untouched = Files.readAllBytes(copy.resolve("members/1/provenance.jsonl"));
        assertThat(run("train", "--resume", copy.toString(), "--json")).as(err).isZero();
        assertThat(err)
                .contains("espalier: seed 3: trained before\n")
                .contains("espalier: seed 1: trained before\n")
                .contains("espalier: seed 2: done after step 6\n");
        assertThat(json(out).get("members").get(1).get("ended").asString()).isEqualTo("before");
        assertThat(Files.readAllBytes(copy.resolve("members/1/provenance.jsonl")))
                .isEqualTo(untouched);
        assertThat(checkpoints(second).get("step-6.safetensors"))
                .isEqualTo(checkpoints(Path.of(member(2))).get("step-6.safetensors"));

        assertThat(run("train", "--resume", copy.toString(), "--set", "training.steps=8"))
                .as(err)
                .isZero();
        for (int seed : SEEDS) {
            assertThat(err).contains("espalier: seed " + seed + ": done after step 8\n");
        }
    }

    @Test
    void overwrittenEnsembleLosesMembersThatAreNotWanted() throws IOException {
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        String[] again = {"train", "--config", config, "--out", copy.toString(), "--seeds", "2,7"};
        assertThat(refused(1, again))
                .isEqualTo("espalier: " + copy + " has an ensemble already; resume it, overwrite it, or name another"
                        + " folder (--resume, --overwrite, --out)\n");
        String[] overwriting = Arrays.copyOf(again, again.length + 1);
        overwriting[again.length] = "--overwrite";
        Path mine = Files.writeString(copy.resolve("members/1/notes.txt"), "mine");
        assertThat(refused(1, overwriting))
                .isEqualTo("espalier: " + copy.resolve("members/1") + " cannot be the folder of a run: it holds"
                        + " 'notes.txt', which is not a file of a run; name a new folder\n");
        Files.delete(mine);
        assertThat(run(overwriting)).as(err).isZero();
        try (Stream<Path> members = Files.list(copy.resolve("members"))) {
            assertThat(members.map(path -> String.valueOf(path.getFileName()))).containsExactlyInAnyOrder("2", "7");
        }
    }

    @Test
    void folderWithSomethingElseIsRefused() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(taken.resolve("notes.txt"), "mine");
        assertThat(refused(1, "train", "--config", config, "--out", taken.toString(), "--seeds", "1", "--overwrite"))
                .isEqualTo("espalier: " + taken + " cannot be the folder of an ensemble: it holds 'notes.txt', which no"
                        + " training of an ensemble wrote; name a new folder\n");
        assertThat(refused(1, "train", "--config", config, "--out", pairs, "--seeds", "1"))
                .isEqualTo("espalier: " + pairs
                        + " cannot be the folder of an ensemble: it is a file; name a new folder\n");
        assertThat(refused(1, "train", "--config", config, "--out", member(1), "--seeds", "1", "--overwrite"))
                .isEqualTo("espalier: " + member(1)
                        + " has a run already, not an ensemble; name another folder (--out)\n");
        assertThat(refused(1, "train", "--config", config, "--out", ensemble, "--overwrite"))
                .isEqualTo("espalier: " + ensemble + " cannot be the folder of a run: it holds 'ensemble.json', which"
                        + " is not a file of a run; name a new folder\n");
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Path own = Files.writeString(inside.resolve("pairs.tsv"), PAIRS);
        assertThat(refused(
                        1,
                        "train",
                        "--config",
                        config,
                        "--train",
                        own.toString(),
                        "--out",
                        folder.toString(),
                        "--seeds",
                        "1"))
                .isEqualTo("espalier: " + folder + " cannot be the folder of an ensemble: it holds 'inside', which no"
                        + " training of an ensemble wrote; name a new folder\n");
    }

    @Test
    void faultsOfTheDataAreFoundBeforeTheFolderIsTouched() {
        Path out = folder.resolve("new");
        assertThat(run(
                        "train",
                        "--config",
                        config,
                        "--out",
                        out.toString(),
                        "--seeds",
                        "1",
                        "--set",
                        "validShare=0.99"))
                .isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void badSeedsAreRefused() {
        String see = "; see: espalier train --help\n";
        String give = "; give different whole numbers from 0 on, for example --seeds 1,2,3";
        String out = folder.resolve("new").toString();
        Map<String, String> reasons = Map.of(
                "", "--seeds is empty" + give,
                "1,2,1", "--seeds has 1 twice" + give,
                "1,x", "--seeds has 'x', not a whole number of at most 18 digits" + give,
                "1,,2", "--seeds has '', not a whole number of at most 18 digits" + give,
                "1,-2", "--seeds has '-2', not a whole number of at most 18 digits" + give);
        reasons.forEach(
                (seeds, reason) -> assertThat(refused(2, "train", "--config", config, "--out", out, "--seeds", seeds))
                        .isEqualTo("espalier: " + reason + see));
        assertThat(refused(2, "train", "--config", config, "--out", out, "--seeds", "1,2", "--workers", "2"))
                .isEqualTo("espalier: --workers 2 is not for ensembles, whose members have one worker each; remove it"
                        + see);
        assertThat(refused(2, "train", "--resume", ensemble, "--workers", "2"))
                .isEqualTo("espalier: --workers 2 is not for ensembles, whose members have one worker each; remove it"
                        + see);
        assertThat(refused(2, "train", "--resume", ensemble, "--seeds", "1,2"))
                .isEqualTo("espalier: --resume continues with the seeds of the ensemble; remove --seeds" + see);
        assertThat(refused(2, "train", "--config", config, "--out", out, "--seeds", "1,2", "--set", "seed=4"))
                .isEqualTo("espalier: --seeds gives each member its seed; remove --set seed" + see);
        assertThat(refused(2, "train", "--seeds", "1,2"))
                .isEqualTo(
                        "espalier: the settings of the training are missing; give --config FILE, or --machine, --train"
                                + " and --out, or --resume DIR" + see);
    }

    @Test
    void incompleteEnsembleCannotBeResumed() throws IOException {
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        Files.delete(copy.resolve("members/3/config.yaml"));
        assertThat(refused(1, "train", "--resume", copy.toString()))
                .isEqualTo("espalier: " + copy.resolve("members/3") + " is not the folder of a run, though " + copy
                        + " is an ensemble with this member; put the run back, or begin the ensemble again and overwrite"
                        + " it (--overwrite)\n");
        Files.delete(copy.resolve("ensemble.json"));
        assertThat(refused(1, "train", "--resume", copy.toString()))
                .isEqualTo("espalier: " + copy + " has no ensemble.json, so it is not known which members belong to it;"
                        + " resume each run in " + copy.resolve("members") + "\n");
    }

    private static List<String> withRuns(List<String> command, List<String> runs) {
        List<String> args = new ArrayList<>(command);
        runs.forEach(run -> args.addAll(List.of("--run", run)));
        return args;
    }

    @Test
    void severalRunsAnswerAsTheFolderDoes() {
        List<String> runs = List.of(member(1), member(2), member(3));
        for (List<String> command : List.of(
                List.of("transduce", "--inputs", pairs, "--json"),
                List.of("transduce", "--inputs", pairs, "--json", "--vote"),
                List.of("align", "--pairs", pairs, "--json"),
                List.of("score", "--pairs", pairs),
                List.of("rerank", "--pairs", pairs))) {
            assertThat(runSmall(withRuns(command, List.of(ensemble)))).as(err).isZero();
            String ofFolder = out;
            assertThat(ofFolder).isNotEmpty();
            assertThat(runSmall(withRuns(command, runs))).as(err).isZero();
            assertThat(out).as("%s", command).isEqualTo(ofFolder);
        }
    }

    /** Calls a command with a small search, or with a few samples. */
    private int runSmall(List<String> command) {
        List<String> args = new ArrayList<>(command);
        args.addAll(List.of("--samples", "8"));
        if (command.contains("transduce") || command.contains("--transduce")) {
            args.addAll(List.of("--beam", "4", "--max-output", "4"));
        }
        return run(args.toArray(String[]::new));
    }

    /** Returns p(x, y) of each pair, by enumeration. */
    private double[] probabilities(String... runs) {
        assertThat(run(withRuns(List.of("score", "--pairs", pairs, "--exact"), List.of(runs))
                        .toArray(String[]::new)))
                .as(err)
                .isZero();
        return out.lines()
                .mapToDouble(line -> Math.exp(Double.parseDouble(line.split("\t", -1)[0])))
                .toArray();
    }

    @Test
    void scoreOfEnsembleIsTheMeanOfTheMembers() {
        double[] found = probabilities(ensemble);
        double[][] ofMembers = {probabilities(member(1)), probabilities(member(2)), probabilities(member(3))};
        assertThat(found).hasSize(8);
        for (int pair = 0; pair < found.length; pair++) {
            double mean = (ofMembers[0][pair] + ofMembers[1][pair] + ofMembers[2][pair]) / 3;
            // Scores are printed with four decimals.
            assertThat(found[pair]).isCloseTo(mean, within(3e-4 * mean));
        }
    }

    private List<JsonNode> outputs(String... more) {
        List<String> args = new ArrayList<>(List.of("transduce", "--inputs", pairs, "--json", "--candidates", "10"));
        args.addAll(List.of(more));
        assertThat(runSmall(args)).as(err).isZero();
        return out.lines().map(line -> json(line).get("outputs")).toList();
    }

    @Test
    void voteFollowsTheBestOutputsOfTheMembers() {
        List<List<JsonNode>> ofMembers = SEEDS.stream()
                .map(seed -> outputs("--run", member(seed), "--nbest", "10"))
                .toList();
        List<JsonNode> voted = outputs("--run", ensemble, "--vote", "--nbest", "10");
        for (int k = 0; k < voted.size(); k++) {
            Map<String, Integer> votes = new HashMap<>();
            Map<String, Double> means = new HashMap<>();
            for (List<JsonNode> ofMember : ofMembers) {
                JsonNode outputs = ofMember.get(k);
                votes.merge(outputs.get(0).get("y").asString(), 1, Integer::sum);
                outputs.forEach(each -> means.merge(
                        each.get("y").asString(), each.get("probability").asDouble() / 3, Double::sum));
            }
            List<String> expected = means.keySet().stream()
                    .sorted((a, b) -> {
                        int byVotes = votes.getOrDefault(b, 0) - votes.getOrDefault(a, 0);
                        return byVotes != 0 ? byVotes : Double.compare(mean(means, b), mean(means, a));
                    })
                    .limit(voted.get(k).size())
                    .toList();
            List<String> found = new ArrayList<>();
            for (JsonNode each : voted.get(k)) {
                String y = each.get("y").asString();
                found.add(y);
                assertThat(each.get("votes").asInt()).isEqualTo(votes.getOrDefault(y, 0));
                assertThat(each.get("probability").asDouble()).isCloseTo(mean(means, y), within(1e-12));
            }
            assertThat(found).isEqualTo(expected);
        }
        assertThat(outputs("--run", ensemble))
                .allSatisfy(each -> assertThat(each.get(0).has("votes")).isFalse());
    }

    private static double mean(Map<String, Double> means, String y) {
        return means.getOrDefault(y, 0.0);
    }

    private Map<String, String> best(String... more) {
        List<String> args = new ArrayList<>(List.of("transduce", "--inputs", pairs, "--nbest", "1"));
        args.addAll(List.of(more));
        assertThat(runSmall(args)).as(err).isZero();
        return out.lines()
                .map(line -> line.split("\t", -1))
                .collect(Collectors.toMap(line -> line[0], line -> line[1], (one, same) -> one));
    }

    @Test
    void evaluationReportsTheDisagreementOfTheMembers() {
        List<Map<String, String>> ofMembers =
                SEEDS.stream().map(seed -> best("--run", member(seed))).toList();
        for (List<String> more : List.of(List.<String>of(), List.of("--vote"))) {
            Map<String, String> answers = best(
                    Stream.concat(Stream.of("--run", ensemble), more.stream()).toArray(String[]::new));
            double disputed = 0;
            double dissent = 0;
            for (String x : answers.keySet()) {
                List<String> outputs =
                        ofMembers.stream().map(each -> each.get(x)).toList();
                disputed += outputs.stream().distinct().count() > 1 ? 1 : 0;
                dissent +=
                        outputs.stream().filter(y -> !y.equals(answers.get(x))).count() / 3.0;
            }
            List<String> args =
                    new ArrayList<>(List.of("evaluate", "--run", ensemble, "--pairs", pairs, "--transduce", "--json"));
            args.addAll(more);
            assertThat(runSmall(args)).as(err).isZero();
            JsonNode found = json(out);
            assertThat(found.get("members").asInt()).isEqualTo(3);
            assertThat(found.has("step")).isFalse();
            assertThat(found.get("disputedInputs").get("value").asDouble())
                    .isCloseTo(disputed / answers.size(), within(1e-12));
            assertThat(found.get("dissentingMembers").get("value").asDouble())
                    .isCloseTo(dissent / answers.size(), within(1e-12));
        }
        assertThat(runSmall(List.of("evaluate", "--run", ensemble, "--pairs", pairs, "--transduce")))
                .isZero();
        assertThat(out).contains("\n" + ensemble + ", 3 members, on 8 pairs of " + pairs + "\n");
        assertThat(out).contains("\ninputs members dispute ").contains("\nmembers that dissent ");
    }

    @Test
    void evaluationNeedsPairsThatNoMemberWasTrainedOn() {
        assertThat(refused(2, "evaluate", "--run", ensemble))
                .isEqualTo("espalier: the members of " + ensemble
                        + " were validated with different parts of their training pairs; give --pairs FILE; see:"
                        + " espalier evaluate --help\n");
    }

    @Test
    void voteOfSingleRunIsRefused() {
        String reason = "espalier: " + member(1)
                + " is a single run, and a vote needs an ensemble; name its folder, or several runs\n";
        assertThat(refused(1, "transduce", "--run", member(1), "--inputs", pairs, "--vote"))
                .isEqualTo(reason);
        assertThat(refused(1, "evaluate", "--run", member(1), "--pairs", pairs, "--transduce", "--vote"))
                .as("before anything is computed")
                .isEqualTo(reason);
        String elsewhere = folder.resolve("missing/outputs.tsv").toString();
        assertThat(refused(1, "evaluate", "--run", member(1), "--pairs", pairs, "--transduce", "--outputs", elsewhere))
                .isEqualTo("espalier: cannot write " + elsewhere + ": its folder does not exist; create it first\n");
        assertThat(refused(2, "transduce", "--run", member(1), "--inputs", pairs, "--threshold", "2"))
                .isEqualTo("espalier: --threshold 2.0 is not a share; give a number of at least 0 and under 1; see:"
                        + " espalier transduce --help\n");
        assertThat(refused(2, "evaluate", "--run", ensemble, "--pairs", pairs, "--vote"))
                .isEqualTo("espalier: --vote is about the outputs that are found; give --transduce too; see: espalier"
                        + " evaluate --help\n");
    }

    @Test
    void damagedMemberIsNamedAndTheOthersAnswer() throws IOException {
        assertThat(runSmall(List.of("transduce", "--run", member(1), "--run", member(3), "--inputs", pairs)))
                .isZero();
        String expected = out;
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        Path symbols = copy.resolve("members/2/symbols.json");
        Files.delete(symbols);
        assertThat(runSmall(List.of("transduce", "--run", copy.toString(), "--inputs", pairs)))
                .as(err)
                .isZero();
        assertThat(out).isEqualTo(expected);
        assertThat(err).startsWith("espalier: member " + copy.resolve("members/2") + " is left out: ");
        for (int seed : List.of(1, 3)) {
            Files.delete(copy.resolve("members/" + seed + "/symbols.json"));
        }
        assertThat(runSmall(List.of("transduce", "--run", copy.toString(), "--inputs", pairs)))
                .isEqualTo(1);
        assertThat(err)
                .endsWith("espalier: " + copy + ": no member of the ensemble can be used; the reasons are above\n");
    }

    @Test
    void membersAreThoseOfTheRecord() throws IOException {
        assertThat(runSmall(List.of("transduce", "--run", member(1), "--run", member(2), "--inputs", pairs)))
                .isZero();
        String expected = out;
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        // A copy of a member is none, and a member that is gone is missed.
        Files.move(copy.resolve("members/3"), copy.resolve("members/3-copy"));
        List<String> transduce = List.of("transduce", "--run", copy.toString(), "--inputs", pairs);
        assertThat(runSmall(transduce)).as(err).isZero();
        assertThat(out).isEqualTo(expected);
        Path missing = copy.resolve("members/3");
        assertThat(err)
                .startsWith("espalier: member " + missing + " is left out: " + missing
                        + " is not the folder of a run: there is no such folder; check the path\n");
        for (String damaged :
                List.of("", "{\"program\": \"espalier\", \"seeds\": [1, null], \"threads\": 1, \"trained\": {}}")) {
            Files.writeString(copy.resolve("ensemble.json"), damaged);
            assertThat(runSmall(transduce)).as(err).isZero();
            assertThat(err)
                    .as("without a record, members are those that are there")
                    .doesNotContain("is left out");
        }
    }

    @Test
    void voteIsReportedWithTheCalibrationsOfMembers() throws IOException {
        Path copy = folder.resolve("copy");
        copy(Path.of(ensemble), copy);
        Path svg = folder.resolve("reliability.svg");
        String enough = Files.writeString(
                        folder.resolve("enough.tsv"),
                        IntStream.range(2, 32)
                                .mapToObj(k -> Integer.toBinaryString(k)
                                                .replace('0', 'a')
                                                .replace('1', 'b') + "\tc\n")
                                .collect(Collectors.joining()))
                .toString();
        List<String> evaluate = List.of(
                "evaluate",
                "--run",
                copy.toString(),
                "--pairs",
                pairs,
                "--transduce",
                "--vote",
                "--reliability",
                svg.toString());
        assertThat(runSmall(evaluate)).as(err).isZero();
        assertThat(out).contains(" of equal mass; not calibrated\n");
        for (int calibrated : List.of(1, 2)) {
            String member = copy.resolve("members/" + calibrated).toString();
            assertThat(runSmall(List.of("calibrate", "--run", member, "--pairs", enough)))
                    .as(err)
                    .isZero();
            assertThat(runSmall(evaluate)).as(err).isZero();
            String expected = List.of("with the vote of 1 calibrated member", "with the votes of 2 calibrated members")
                    .get(calibrated - 1);
            assertThat(out).contains(" of equal mass; " + expected + "\n");
            assertThat(Files.readString(svg)).contains(">" + expected + " (error ");
        }
    }

    private String other(String name, String... more) {
        String run = folder.resolve(name).toString();
        List<String> args = new ArrayList<>(List.of("train", "--config", config, "--out", run));
        args.addAll(List.of(more));
        assertThat(run(args.toArray(String[]::new))).as(err).isZero();
        return run;
    }

    @Test
    void runsThatCannotBeAnEnsembleAreRefused() throws IOException {
        String machine = other("machine", "--machine", "builtin:deletion-insertion", "--set", "training.steps=1");
        assertThat(refused(1, "transduce", "--run", member(1), "--run", machine, "--x", "ab"))
                .isEqualTo("espalier: the runs of an ensemble must have the same machine and alphabets, but "
                        + member(1) + " and " + machine + " differ; take runs of one configuration\n");
        String letters = Files.writeString(folder.resolve("letters.tsv"), PAIRS + "abe\tc\n")
                .toString();
        String alphabet = other("alphabet", "--train", letters, "--set", "training.steps=1");
        String missing = folder.resolve("missing").toString();
        assertThat(refused(1, "transduce", "--run", member(1), "--run", missing, "--x", "ab"))
                .isEqualTo("espalier: " + missing
                        + " is not the folder of a run: there is no such folder; check the path\n");
        assertThat(refused(1, "transduce", "--run", member(1), "--run", member(1), "--x", "ab"))
                .isEqualTo("espalier: " + member(1) + " is a member already; name each run of an ensemble once\n");
        assertThat(refused(1, "transduce", "--run", ensemble, "--run", member(2), "--x", "ab"))
                .isEqualTo("espalier: " + member(2) + " is a member already; name each run of an ensemble once\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of(member(1)));
        assertThat(refused(1, "transduce", "--run", member(1), "--run", link.toString(), "--x", "ab"))
                .isEqualTo("espalier: " + link + " is a member already, as " + member(1)
                        + "; name each run of an ensemble once\n");
        assertThat(refused(1, "score", "--run", member(1), "--run", alphabet, "--x", "ab", "--y", "c"))
                .isEqualTo("espalier: the runs of an ensemble must have the same machine and alphabets, but "
                        + member(1) + " and " + alphabet + " differ; take runs of one configuration\n");
        String conditional = other("conditional", "--set", "scorer.given=input", "--set", "training.steps=1");
        assertThat(refused(1, "transduce", "--run", member(1), "--run", conditional, "--x", "ab"))
                .isEqualTo("espalier: an ensemble cannot have joint and conditional members; take runs with the same"
                        + " scorer.given\n");
    }

    @Test
    void conditionalMembersAreAveragedAndVote() {
        String folderOfAll = folder.resolve("conditional").toString();
        assertThat(run(
                        "train",
                        "--config",
                        config,
                        "--out",
                        folderOfAll,
                        "--set",
                        "scorer.given=input",
                        "--set",
                        "training.steps=2",
                        "--seeds",
                        "1,2"))
                .as(err)
                .isZero();
        assertThat(run("transduce", "--run", folderOfAll, "--inputs", pairs))
                .as(err)
                .isZero();
        assertThat(runSmall(
                        List.of("transduce", "--run", folderOfAll, "--inputs", pairs, "--vote", "--unknown", "copy")))
                .as(err)
                .isZero();
    }
}
