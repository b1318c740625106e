package org.espalier.lab.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.lab.results.SamplerVariant;

/**
 * The paper's results of its samplers. With the {@linkplain org.espalier.lab.task.PaperStatistics statistics of its data}, these
 * are the only figures of a report that no experiment measured.
 */
final class PaperResults {
    /** The approximate time of SWP divided by that of SWA (the paper's appendix on limitations). */
    static final double SWP_TIMES_SWA = 10;

    private static final List<String> TASKS = List.of("tr", "scan", "cipher");

    private static final Map<SamplerVariant, List<Double>> PARTIAL_KL = Map.of(
            SamplerVariant.SWA, List.of(23.3, 38.1, 101.3),
            SamplerVariant.SWS, List.of(21.8, 25.4, 87.1),
            SamplerVariant.SWP, List.of(38.1, 102.9, 73.9),
            SamplerVariant.NONE, List.of(31.9, 39.9, 95.5));

    private static final Map<SamplerVariant, Double> MEAN_PARTIAL_KL = Map.of(
            SamplerVariant.SWA, 54.3, SamplerVariant.SWS, 44.7, SamplerVariant.SWP, 71.7, SamplerVariant.NONE, 55.8);

    private static final Map<SamplerVariant, List<Double>> MARK_LENGTH = Map.of(
            SamplerVariant.SWA, List.of(24.3, 65.6, 68.4),
            SamplerVariant.SWS, List.of(24.3, 65.6, 67.6),
            SamplerVariant.SWP, List.of(24.3, 65.6, 59.9));

    private static final Map<SamplerVariant, List<Double>> DEDUPLICATED_ESS = Map.of(
            SamplerVariant.SWA, List.of(1.0, 7.9, 1.1),
            SamplerVariant.SWS, List.of(1.1, 4.3, 1.3),
            SamplerVariant.SWP, List.of(1.0, 1.1, 1.0));

    private static final String LEFT = "<insert> I_TURN_LEFT <insert> I_LOOK ";
    private static final String RIGHT = "<insert> I_TURN_RIGHT <insert> I_JUMP ";

    private static final Map<SamplerVariant, String> TR = Map.of(
            SamplerVariant.SWA,
            "<insert> <ur> <delete> c <insert> 35 <delete> h <delete> a <delete> l <insert> 8 <delete> n <insert> 10 "
                    + "<delete> a <delete> y <insert> 22",
            SamplerVariant.SWS,
            "<insert> <ur> <delete> c <insert> 35 <delete> h <delete> a <delete> l <insert> 8 <delete> n <insert> 10 "
                    + "<delete> a <delete> y <insert> 22",
            SamplerVariant.SWP,
            "<delete> c <insert> <ur> <delete> h <delete> a <delete> l <insert> 35 <insert> 8 <delete> n <insert> 10 "
                    + "<delete> a <delete> y <insert> 22");

    private static final Map<SamplerVariant, String> SCAN = Map.of(
            SamplerVariant.SWA,
            "<delete> look <insert> I_TURN_LEFT <delete> around <insert> I_LOOK " + LEFT.repeat(3) + "<delete> left "
                    + LEFT.repeat(2) + "<delete> twice " + LEFT.repeat(2) + RIGHT
                    + "<delete> and <delete> jump <delete> around " + RIGHT + "<delete> right " + RIGHT.repeat(2),
            SamplerVariant.SWS,
            "<delete> look <delete> around " + LEFT.repeat(2)
                    + "<insert> I_TURN_LEFT <delete> left <insert> I_LOOK <insert> I_TURN_LEFT <delete> twice "
                    + "<insert> I_LOOK " + LEFT.repeat(4)
                    + "<delete> and <insert> I_TURN_RIGHT <delete> jump <delete> around <insert> I_JUMP "
                    + RIGHT.repeat(2) + "<delete> right " + RIGHT,
            SamplerVariant.SWP,
            LEFT.repeat(7) + "<delete> look " + LEFT + RIGHT.repeat(4)
                    + "<delete> around <delete> left <delete> twice <delete> and <delete> jump <delete> around");

    private static final Map<SamplerVariant, String> CIPHER = Map.of(
            SamplerVariant.SWA,
            "cipher3 replace d m delete m insert f insert j replace d m delete m insert f insert i "
                    + "replace o x delete x insert a insert e replace r f delete f insert a insert a "
                    + "replace g z delete z insert j insert k replace r f delete f insert s insert z "
                    + "replace r f delete f insert w insert i replace i j delete j insert e replace q a delete a "
                    + "replace a e delete e replace v h delete h replace o x delete x",
            SamplerVariant.SWS,
            "cipher2 replace d f copy f replace d f delete f insert j insert f replace o i copy i replace r a copy a "
                    + "replace g e copy e replace r a copy a replace r a copy a replace i j copy j replace q k copy k "
                    + "replace a s copy s replace v z copy z replace o i delete i insert w insert i insert e",
            SamplerVariant.SWP,
            "cipher2 replace d f copy f insert j replace d f copy f replace o i copy i replace r a copy a "
                    + "replace g e copy e replace r a copy a replace r a copy a replace i j copy j replace q k copy k "
                    + "replace a s copy s replace v z copy z insert w replace o i copy i insert e");

    private static final Map<String, Map<SamplerVariant, String>> PROPOSALS =
            Map.of("tr", TR, "scan", SCAN, "cipher", CIPHER);

    private PaperResults() {}

    static OptionalDouble partialKl(String task, SamplerVariant sampler) {
        return of(PARTIAL_KL, task, sampler);
    }

    static OptionalDouble meanPartialKl(SamplerVariant sampler) {
        Double mean = MEAN_PARTIAL_KL.get(sampler);
        return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    static OptionalDouble markLength(String task, SamplerVariant sampler) {
        return of(MARK_LENGTH, task, sampler);
    }

    static OptionalDouble deduplicatedEss(String task, SamplerVariant sampler) {
        return of(DEDUPLICATED_ESS, task, sampler);
    }

    /** Returns the marks that a sampler of the paper proposes for the paper's example of a task. */
    static Optional<List<String>> proposal(String task, SamplerVariant sampler) {
        return Optional.ofNullable(PROPOSALS.getOrDefault(task, Map.of()).get(sampler))
                .map(marks -> List.of(marks.strip().split(" ", -1)));
    }

    private static OptionalDouble of(Map<SamplerVariant, List<Double>> table, String task, SamplerVariant sampler) {
        int column = TASKS.indexOf(task);
        List<Double> row = table.get(sampler);
        return column < 0 || row == null ? OptionalDouble.empty() : OptionalDouble.of(row.get(column));
    }
}
