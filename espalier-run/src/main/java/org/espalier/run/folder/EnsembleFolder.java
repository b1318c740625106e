package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.base.FileErrors;

/** The folder of an ensemble: it holds a folder {@value #MEMBERS}, and in it one run per seed, named after the seed. */
public final class EnsembleFolder {
    static final String MEMBERS = "members";

    private EnsembleFolder() {}

    /** Returns whether a folder is that of an ensemble. */
    public static boolean isAt(Path folder) {
        return Files.isDirectory(folder.resolve(MEMBERS)) && !RunFolder.isAt(folder);
    }

    /** Returns the folder of the member with a seed. */
    public static Path member(Path folder, long seed) {
        return folder.resolve(MEMBERS).resolve(Long.toString(seed));
    }

    /** Returns the folders of the members, by increasing seeds. They may hold runs that are damaged or not trained yet. */
    public static List<Path> members(Path folder) {
        try (Stream<Path> entries = Files.list(folder.resolve(MEMBERS))) {
            return entries.filter(Files::isDirectory)
                    .sorted(Comparator.comparingInt(
                                    (Path path) -> path.toString().length())
                            .thenComparing(Path::toString))
                    .toList();
        } catch (IOException e) {
            throw FileErrors.reading(folder.toString(), e);
        }
    }
}
