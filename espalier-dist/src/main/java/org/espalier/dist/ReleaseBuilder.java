package org.espalier.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Builds the folders of releases, and archives of them. A release is {@code bin}, {@code lib}, {@code docs},
 * {@code examples} and {@code licences}. The one named {@code fst} has no libtorch, so it has machines and lattices only.
 */
public final class ReleaseBuilder {
    private static final String WITHOUT_LIBTORCH = "fst";

    /** The entries of jars with web pages that are used, and their licences. */
    private static final Pattern WEB_ENTRY =
            Pattern.compile("META-INF/MANIFEST\\.MF|.*/(echarts\\.common\\.min\\.js|viz\\.js|LICENSE[^/]*|NOTICE)");

    private static final Pattern FASTUTIL_CLASS = Pattern.compile("it/unimi/dsi/fastutil/[A-Za-z0-9_$/]+");

    /** Jars of which no class is used. The release without libtorch has its classes, so that commands can say what is missing. */
    private static final Pattern UNUSED = Pattern.compile("(mkl|jspecify)-.*|.*-(linux|macosx|windows)-.*");

    private final Path tree;
    private final String version;
    private final List<Path> jars;
    private final Path out;

    private ReleaseBuilder(Path tree, String version, List<Path> jars, Path out) {
        this.tree = tree;
        this.version = version;
        this.jars = jars;
        this.out = out;
    }

    /**
     * Builds releases.
     *
     * @param args the source tree, the version, the time of all files in archives, folders of jars separated by commas, the
     *     folder to write to, whether archives are wanted, and the platforms separated by commas
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        SortedMap<String, Path> jars = new TreeMap<>();
        for (String folder : args[3].split(",", -1)) {
            list(Path.of(folder)).forEach(jar -> jars.put(jar.getFileName().toString(), jar));
        }
        Path out = Path.of(args[4]);
        ReleaseBuilder builder = new ReleaseBuilder(Path.of(args[0]), args[1], List.copyOf(jars.values()), out);
        String commit = commit(builder.tree);
        for (String platform : args[6].split(",", -1)) {
            Path folder = builder.build(platform, commit);
            if (Boolean.parseBoolean(args[5])) {
                ReleaseArchive.write(folder, out, "espalier-" + args[1] + "-" + platform, Instant.parse(args[2]));
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Returns the commit of the source tree, marked if files differ from it, or "unknown" outside a repository. */
    private static String commit(Path tree) throws IOException, InterruptedException {
        String hash = git(tree, "rev-parse", "--short=12", "HEAD");
        if (hash.isEmpty()) {
            return "unknown";
        }
        return git(tree, "status", "--porcelain", "--untracked-files=no").isEmpty() ? hash : hash + "-changed";
    }

    private static String git(Path tree, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", tree.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            return process.waitFor() == 0 ? output.strip() : "";
        } catch (IOException e) {
            return ""; // there is no git
        }
    }

    /** Builds the folder of a release, in a folder named after its platform. */
    private Path build(String platform, String commit) throws IOException {
        Path folder = out.resolve(platform).resolve("espalier-" + version);
        delete(out.resolve(platform));
        Path module = tree.resolve("espalier-dist/src/main");
        for (String program : List.of("espalier", "espalier.cmd")) {
            copy(
                    module.resolve("launcher").resolve(program),
                    folder.resolve("bin").resolve(program));
        }
        if (!folder.resolve("bin/espalier").toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + folder.resolve("bin/espalier") + " executable");
        }
        copy(module.resolve("launcher/start.sh"), folder.resolve("lib/start.sh"));
        Files.writeString(
                folder.resolve("lib/release.txt"),
                "version=" + version + "\ncommit=" + commit + "\nplatform=" + platform + "\n");
        copyJars(folder.resolve("lib"));
        if (!platform.equals(WITHOUT_LIBTORCH)) {
            NativeLibraries.copy(
                    NativeLibraries.read(module.resolve("natives").resolve(platform + ".txt")),
                    jars,
                    platform,
                    folder.resolve("lib/native").resolve(platform));
        }
        for (String name : List.of("README.md", "CHANGES.md", "LICENSE", "docs", "examples")) {
            copy(tree.resolve(name), folder.resolve(name));
        }
        copy(module.resolve("licences"), folder.resolve("licences"));
        return folder;
    }

    private void copyJars(Path lib) throws IOException {
        Predicate<String> neededByFastutil = usedFastutilClasses()::contains;
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            Path target = lib.resolve(name);
            if (UNUSED.matcher(name).matches()) {
                continue;
            }
            if (name.startsWith("echarts-") || name.startsWith("viz-")) {
                reduce(jar, target, entry -> WEB_ENTRY.matcher(entry).matches());
            } else if (name.startsWith("fastutil-")) {
                reduce(jar, target, entry -> !entry.endsWith(".class") || neededByFastutil.test(entry));
            } else {
                copy(jar, target);
            }
        }
    }

    /** Copies the entries of a jar that a condition selects, in order of their names and with a fixed time. */
    private static void reduce(Path jar, Path target, Predicate<String> keep) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(target);
                ZipOutputStream reduced = new ZipOutputStream(file)) {
            for (ZipEntry entry : zip.stream()
                    .filter(entry -> !entry.isDirectory() && keep.test(entry.getName()))
                    .sorted(Comparator.comparing(ZipEntry::getName))
                    .map(ZipEntry.class::cast)
                    .toList()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(java.time.LocalDateTime.of(2000, 1, 1, 0, 0));
                reduced.putNextEntry(copy);
                try (InputStream in = zip.getInputStream(entry)) {
                    in.transferTo(reduced);
                }
                reduced.closeEntry();
            }
        }
    }

    /**
     * Returns the classes of fastutil that Espalier's classes name, and those that these name in turn. A class names
     * another in its constants, as text; fastutil loads no class by reflection.
     */
    private Set<String> usedFastutilClasses() throws IOException {
        Set<String> used = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        for (Path jar : jars) {
            if (jar.getFileName().toString().startsWith("espalier-")) {
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    for (ZipEntry entry : zip.stream()
                            .filter(entry -> entry.getName().endsWith(".class"))
                            .toList()) {
                        addNamed(zip, entry, used, open);
                    }
                }
            }
        }
        for (Path jar : jars) {
            if (jar.getFileName().toString().startsWith("fastutil-")) {
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    while (!open.isEmpty()) {
                        ZipEntry entry = zip.getEntry(open.pop());
                        if (entry != null) {
                            addNamed(zip, entry, used, open);
                        }
                    }
                }
            }
        }
        return used;
    }

    private static void addNamed(ZipFile zip, ZipEntry entry, Set<String> used, Deque<String> open) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            Matcher names = FASTUTIL_CLASS.matcher(new String(in.readAllBytes(), ISO_8859_1));
            while (names.find()) {
                String name = names.group() + ".class";
                if (used.add(name)) {
                    open.push(name);
                }
            }
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> walk = Files.walk(source)) {
            for (Path file : walk.toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.createDirectories(copy.toAbsolutePath().getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> walk = Files.walk(folder)) {
                for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
