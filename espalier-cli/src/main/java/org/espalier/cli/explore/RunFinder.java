package org.espalier.cli.explore;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.folder.RunFolder;

/** Finds the runs of a folder: itself, or all below it, as {@code reproduce} writes them. */
final class RunFinder extends SimpleFileVisitor<Path> {
    static final int MAX_RUNS = 200;

    private static final int MAX_DEPTH = 5;

    /** With more folders, the folder is probably not the one that was meant. */
    private static final int MAX_FOLDERS = 20_000;

    private final Path root;
    private final SortedSet<Path> found = new TreeSet<>();
    private int folders;

    private RunFinder(Path root) {
        this.root = root;
    }

    /**
     * Returns the folders of runs, sorted by name.
     *
     * @throws EspalierException if there is no run, or too many
     */
    static List<Path> below(Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(root)) {
            throw new EspalierException(
                    folder + " is not the folder of a run: there is no such folder; check the path");
        }
        RunFinder finder = new RunFinder(root);
        try {
            Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH, finder);
        } catch (IOException e) {
            throw FileErrors.reading(folder.toString(), e);
        }
        if (finder.found.isEmpty()) {
            throw new EspalierException(folder
                    + " is not the folder of a run and contains none; train one, for example with espalier init and"
                    + " espalier train");
        }
        return List.copyOf(finder.found);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (++folders > MAX_FOLDERS || found.size() > MAX_RUNS) {
            throw new EspalierException(root + " holds more than "
                    + (found.size() > MAX_RUNS ? MAX_RUNS + " runs" : MAX_FOLDERS + " folders")
                    + "; name a subfolder with the runs to show");
        }
        if (RunFolder.isAt(folder)) {
            found.add(folder);
            return FileVisitResult.SKIP_SUBTREE;
        }
        boolean hidden =
                !folder.equals(root) && String.valueOf(folder.getFileName()).startsWith(".");
        return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE;
    }
}
