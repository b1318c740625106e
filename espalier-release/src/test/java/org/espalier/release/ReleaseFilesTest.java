package org.espalier.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Checks that the files which a release is made with agree with each other. */
class ReleaseFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String ARCHIVE = "espalier-dist/target/releases/espalier-{{projectVersion}}-";

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> modules() throws IOException {
        return all("<module>([\\w-]+)</module>", read("pom.xml"));
    }

    @Test
    void everyModuleHasANameAndADescription() throws IOException {
        for (String module : modules()) {
            assertThat(read(module + "/pom.xml"))
                    .as(module)
                    .containsPattern("<name>[^<]+</name>\\s+<description>[^<]+<");
        }
    }

    @Test
    void bomHasEveryPublishedModule() throws IOException {
        Set<String> published = new TreeSet<>();
        for (String module : modules()) {
            if (!read(module + "/pom.xml").contains("<maven.deploy.skip>true<")) {
                published.add(module);
            }
        }
        published.remove("espalier-bom");
        String managed = read("espalier-bom/pom.xml").split("</?dependencyManagement>", -1)[1];
        assertThat(all("<artifactId>([\\w-]+)<", managed)).containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void platformHasTheNativesOfEveryProfileOfTheModel() throws IOException {
        Set<String> model = new TreeSet<>(all("<natives(?:[.\\w]*)>([\\w-]+)<", read("espalier-model/pom.xml")));
        // Needs an installation of CUDA, so it is only for those who ask for it.
        model.remove("linux-x86_64-gpu");
        String platform = read("espalier-platform/pom.xml").split("<profiles>", 2)[0];
        assertThat(new TreeSet<>(all("<(?:javacpp|mkl)\\.[^>]+>([\\w-]+)<", platform)))
                .isEqualTo(model)
                .contains("linux-x86_64", "macosx-arm64", "windows-x86_64");
    }

    @Test
    void everyFileNamesTheSameHome() throws IOException {
        String home = all("<project.home>([^<]+)<", read("pom.xml")).get(0);
        Pattern other = Pattern.compile("https://github\\.com/[\\w-]+/espalier\\b(?!-)");
        for (String file : List.of("Dockerfile", "jreleaser.yml", "RELEASING.md", ".github/workflows/release.yml")) {
            assertThat(other.matcher(read(file)).results().map(MatchResult::group))
                    .as(file)
                    .allMatch(home::equals);
        }
        JsonNode github = jreleaser().path("release").path("github");
        assertThat("https://github.com/" + github.path("owner").asString() + "/"
                        + github.path("name").asString())
                .isEqualTo(home);
    }

    @Test
    void jreleaserTakesEveryArchiveOfARelease() throws IOException {
        List<String> paths = Stream.of("espalier", "espalier-fst")
                .flatMap(name -> jreleaser()
                        .path("distributions")
                        .path(name)
                        .path("artifacts")
                        .valueStream())
                .map(artifact -> artifact.path("path").asString())
                .toList();
        Set<String> expected = Stream.of("linux-x86_64", "macosx-arm64", "windows-x86_64")
                .flatMap(platform -> Stream.of(platform + ".zip", platform + ".tar.gz"))
                .map(name -> ARCHIVE + name)
                .collect(Collectors.toSet());
        expected.add(ARCHIVE + "fst.zip");
        assertThat(paths).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void jreleaserFindsItsTemplatesAndTheMainClass() throws IOException {
        JsonNode distributions = jreleaser().path("distributions");
        String templates = distributions
                .path("espalier")
                .path("brew")
                .path("templateDirectory")
                .asString();
        assertThat(ROOT.resolve(templates).resolve("formula-multi.rb.tpl")).exists();
        JsonNode java = distributions.path("espalier-fst").path("java");
        assertThat(read(java.path("artifactId").asString() + "/pom.xml"))
                .contains("<mainClass>" + java.path("mainClass").asString() + "</mainClass>");
    }

    private static JsonNode jreleaser() {
        return new YAMLMapper().readTree(ROOT.resolve("jreleaser.yml"));
    }

    /** Otherwise Maven would have to fetch other versions for the tiny project. */
    @Test
    void tinyProjectUsesThePluginsOfThisBuild() throws IOException {
        String plugin = "(<artifactId>maven-[a-z]+-plugin</artifactId>\\s+<version>[\\d.]+</version>)";
        assertThat(all(plugin, read("pom.xml")).stream().map(each -> each.replaceAll("\\s+", "")))
                .containsAll(all(plugin, read("espalier-release/src/test/consumer/pom.xml")).stream()
                        .map(each -> each.replaceAll("\\s+", ""))
                        .toList());
    }

    @Test
    void javaPageShowsTheDependenciesThatAreTested() throws IOException {
        String page = read("docs/guides/java.md");
        String pom = read("espalier-release/src/test/consumer/pom.xml").replaceAll("\\s+", "");
        String gradle = read("espalier-release/src/test/consumer/build.gradle");
        List<String> maven = all("(?s)```xml\\n(<dependencyManagement>.*?)```", page);
        assertThat(maven).hasSize(1);
        assertThat(pom).contains(withoutVersion(maven.get(0)).replaceAll("\\s+", ""));
        List<String> shown = all("(?s)```groovy\\n(dependencies \\{.*?)```", page);
        assertThat(shown).hasSize(1);
        assertThat(withoutVersion(shown.get(0)).lines().map(String::strip))
                .allSatisfy(line -> assertThat(gradle).contains(line));
    }

    /** Replaces the version of Espalier as the test of the tiny project does. */
    private static String withoutVersion(String text) {
        return text.replaceAll("\\b\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\b", "VERSION");
    }
}
