package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that links between pages and files of the project are not broken. */
class DocumentLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                boolean isHere = !link.group(1).matches("[a-z]+:.*");
                if (isHere && (!Files.exists(target) || !hasHeading(target, link.group(2)))) {
                    broken.add(ROOT.relativize(page) + ": " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** Returns whether a page has a heading with the anchor that Markdown's renderers give it. */
    private static boolean hasHeading(Path page, @Nullable String anchor) throws IOException {
        return anchor == null
                || !page.toString().endsWith(".md")
                || HEADING.matcher(Files.readString(page))
                        .results()
                        .map(heading -> heading.group(1)
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                .replace(' ', '-'))
                        .anyMatch(anchor::equals);
    }

    @Test
    void readmeHasAtMostAThousandWords() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md")).split("\\s+")).hasSizeLessThanOrEqualTo(1000);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String place : List.of("docs", "examples", ".github")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.list(ROOT)) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
