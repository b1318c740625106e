package org.espalier.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.jspecify.annotations.Nullable;

/**
 * The files of a corpus, wherever Hadoop can read.
 *
 * @param named what a person calls them
 * @param files in the order of their names
 * @param bytes how large they are together
 */
public record CorpusFiles(String named, List<Path> files, long bytes) {
    private static final Comparator<FileStatus> BY_NAME =
            Comparator.comparing(file -> file.getPath().toString());

    /**
     * Finds files.
     *
     * @param paths of files or of folders with files, each perhaps with wildcards
     * @throws EspalierException if there is none of a path
     */
    public static CorpusFiles find(List<String> paths, Configuration conf) {
        List<FileStatus> found = new ArrayList<>();
        for (String path : paths) {
            found.addAll(find(path, conf));
        }
        return new CorpusFiles(
                String.join(", ", paths),
                found.stream().sorted(BY_NAME).map(FileStatus::getPath).toList(),
                found.stream().mapToLong(FileStatus::getLen).sum());
    }

    private static List<FileStatus> find(String text, Configuration conf) {
        try {
            Path path = path(text);
            FileSystem system = path.getFileSystem(conf);
            FileStatus @Nullable [] matches = system.globStatus(path);
            if (matches == null || matches.length == 0) {
                throw new EspalierException(text + ": no such file; check the path");
            }
            List<FileStatus> files = new ArrayList<>();
            for (FileStatus match : matches) {
                files.addAll(match.isDirectory() ? inside(system, match.getPath()) : List.of(match));
            }
            if (files.isEmpty()) {
                throw new EspalierException(text + " has no files in it; name a folder that has");
            }
            return files;
        } catch (IOException e) {
            throw FileErrors.reading(text, e);
        }
    }

    public static Path path(String text) {
        try {
            return new Path(text);
        } catch (IllegalArgumentException e) {
            throw new EspalierException(EspalierException.quote(text) + " is no path: " + e.getMessage(), e);
        }
    }

    /** Files whose names begin with a dot or an underscore are about others, as those are that Spark writes. */
    private static List<FileStatus> inside(FileSystem system, Path folder) throws IOException {
        return Arrays.stream(system.listStatus(folder))
                .filter(file -> file.isFile() && !file.getPath().getName().matches("[._].*"))
                .toList();
    }

    public CorpusFormat format() {
        String name = files.get(0).getName();
        return CorpusFormat.of(name)
                .orElseThrow(() -> new EspalierException("the name of " + files.get(0)
                        + " does not tell its format; give it with --input-format tsv, jsonl or parquet"));
    }
}
