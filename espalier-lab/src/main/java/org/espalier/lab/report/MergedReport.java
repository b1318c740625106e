package org.espalier.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.ProposalExample;

/** Writes one report of experiments that were run seed by seed. */
public final class MergedReport {
    private MergedReport() {}

    /**
     * Merges results and writes them and their report into a folder.
     *
     * @param files the results of each experiment, in the order of the seeds
     * @throws EspalierException if they differ in more than their seeds, or the folder holds files of another origin
     */
    public static ExperimentResults write(List<Path> files, Path folder) {
        ExperimentResults results = ExperimentResults.merge(
                files.stream().map(ExperimentResults::read).toList());
        requireReportFolder(folder, files);
        try {
            Files.createDirectories(folder);
            results.write(folder.resolve(ExperimentResults.FILE));
            copyPictures(results, files.get(0).toAbsolutePath().resolveSibling(""), folder);
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
        Report.write(results, folder);
        return results;
    }

    /** Refuses the folder of one of the results, and one with files of these names that no experiment has written. */
    private static void requireReportFolder(Path folder, List<Path> files) {
        for (Path file : files) {
            if (file.toAbsolutePath()
                    .normalize()
                    .startsWith(folder.toAbsolutePath().normalize())) {
                throw new EspalierException(folder + " cannot hold the report: it has " + file
                        + ", which is to be merged; name a new folder");
            }
        }
        Path earlier = folder.resolve(ExperimentResults.FILE);
        if (Files.exists(earlier)) {
            ExperimentResults.read(earlier);
        } else if (Files.exists(folder.resolve(Report.PAGE)) || Files.exists(folder.resolve(Report.TABLES))) {
            throw new EspalierException(folder + " cannot hold the report: it has a " + Report.PAGE + " or "
                    + Report.TABLES + " that no experiment has written; name a new folder");
        }
    }

    private static void copyPictures(ExperimentResults results, Path from, Path to) throws IOException {
        List<String> names = results.tasks().stream()
                .flatMap(task -> task.examples().stream())
                .map(ProposalExample::picture)
                .filter(Objects::nonNull)
                .toList();
        for (String name : names) {
            if (Files.exists(from.resolve(name))) {
                AtomicFiles.writeText(to.resolve(name), Files.readString(from.resolve(name)));
            }
        }
    }
}
