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
 * The files of a corpus, on any file system that Hadoop can read.
 *
 * @param name the paths as the user gave them
 * @param files the files, sorted by name
 * @param bytes their total size
 */
public record CorpusFiles(String name, List<Path> files, long bytes) {
    private static final Comparator<FileStatus> BY_NAME =
            Comparator.comparing(file -> file.getPath().toString());

    /**
     * Finds the files of a corpus.
     *
     * @param paths files, folders or patterns with wildcards
     * @throws EspalierException if a path matches no file
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
                files.addAll(match.isDirectory() ? filesIn(system, match.getPath()) : List.of(match));
            }
            if (files.isEmpty()) {
                throw new EspalierException(text + " has no files in it; name a folder that has");
            }
            return files;
        } catch (IOException e) {
            throw FileErrors.reading(text, e);
        }
    }

    /**
     * Parses a path.
     *
     * @throws EspalierException if the text is not a path
     */
    public static Path path(String text) {
        try {
            return new Path(text);
        } catch (IllegalArgumentException e) {
            throw new EspalierException(EspalierException.quote(text) + " is not a path: " + e.getMessage(), e);
        }
    }

    /** Skips names that begin with a dot or an underscore, such as {@code _SUCCESS}: they hold no rows. */
    private static List<FileStatus> filesIn(FileSystem system, Path folder) throws IOException {
        return Arrays.stream(system.listStatus(folder))
                .filter(file -> file.isFile() && !file.getPath().getName().matches("[._].*"))
                .toList();
    }

    /** Returns the format that the name of the first file shows: text, unless its ending is that of another. */
    public CorpusFormat format() {
        return CorpusFormat.of(files.get(0).getName()).orElse(CorpusFormat.TSV);
    }
}
