package org.espalier.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Enforces the direction of dependencies that ARCHITECTURE.md describes. */
@Tag("slow")
class ArchitectureTest {
    /** A complete option in a text: not part of a longer word, such as an option of another program. */
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*(?![\\w-])");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            // Not ImportOption.DoNotIncludeTests, which knows the usual folder of tests only and not that of the fast
            // lane.
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("org.espalier");

    @Test
    void fstDependsOnTheJdkAndFastutilOnly() {
        classes()
                .that()
                .resideInAPackage("org.espalier.fst..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "it.unimi.dsi.fastutil..", "org.espalier.fst..")
                .check(CLASSES);
    }

    @Test
    void rootOfFstDependsOnBaseOnly() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.fst")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.espalier.fst.*..").and(resideOutsideOfPackage("org.espalier.fst.base..")))
                .check(CLASSES);
    }

    @Test
    void baseDependsOnTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("org.espalier.fst.base..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "org.espalier.fst.base..")
                .check(CLASSES);
    }

    @Test
    void modelDependsOnFstAndLibtorchOnly() {
        classes()
                .that()
                .resideInAPackage("org.espalier.model..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "it.unimi.dsi.fastutil..",
                        "org.bytedeco..",
                        "tools.jackson..",
                        "org.espalier.fst..",
                        "org.espalier.model..")
                .check(CLASSES);
    }

    @Test
    void inModelOnlyCheckpointsWorkersAndTheLoaderOfLibtorchUseFiles() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.model..")
                .and()
                .resideOutsideOfPackage("org.espalier.model.checkpoint..")
                .and()
                .haveSimpleNameNotEndingWith("Workers")
                .and()
                .haveNameNotMatching(".*\\.LibtorchLoader(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "tools.jackson..", "org.espalier.fst.io..")
                .check(CLASSES);
    }

    @Test
    void onlyModelUsesLibtorch() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.espalier.model..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(CLASSES);
    }

    /** A program that trains and queries models needs neither a command line nor a web server. */
    @Test
    void runDependsOnFstModelAndJacksonOnly() {
        classes()
                .that()
                .resideInAPackage("org.espalier.run..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.xml.stream..",
                        "org.jspecify..",
                        "it.unimi.dsi.fastutil..",
                        "tools.jackson..",
                        "org.espalier.fst..",
                        "org.espalier.model..",
                        "org.espalier.run..")
                .check(CLASSES);
    }

    @Test
    void labDependsOnRunAndBelowOnly() {
        classes()
                .that()
                .resideInAPackage("org.espalier.lab..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "it.unimi.dsi.fastutil..",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation..",
                        "org.espalier.fst..",
                        "org.espalier.model..",
                        "org.espalier.run..",
                        "org.espalier.lab..")
                .check(CLASSES);
    }

    @Test
    void consoleDependsOnNoCommand() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.cli.console..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.espalier.cli..")
                        .and(resideOutsideOfPackage("org.espalier.cli.console..")))
                .check(CLASSES);
    }

    /** Explorer and service answer HTTP requests; they neither print nor parse a command line. */
    @Test
    void serversDependOnNoConsole() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.espalier.cli.explore..", "org.espalier.cli.service..", "org.espalier.cli.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.espalier.cli.console..", "picocli..")
                .check(CLASSES);
    }

    /** Spark is large. Plain commands must neither load nor fetch it. */
    @Test
    void sparkIsNotOnTheClassPath() {
        assertThat(ArchitectureTest.class.getClassLoader().getResource("org/apache/spark/SparkContext.class"))
                .isNull();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.espalier.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheConsoleUsesStandardStreams() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    }

    /** A library does not know how its caller sets a limit: it names the setting, and the command line adds the option. */
    @Test
    void librariesNameNoOptionOfOurCommands() {
        Set<String> options = options(
                Espalier.commandLine(Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream())));
        List<String> found = CLASSES.stream()
                .filter(type -> type.getPackageName().matches("org\\.espalier\\.(fst|model|run)(\\..*)?"))
                .flatMap(type -> flags(type, options).map(flag -> type.getName() + ": " + flag))
                .sorted()
                .toList();
        assertThat(found).isEmpty();
    }

    @Test
    void anOptionInAStringIsFound() {
        JavaClass type = new ClassFileImporter().importClass(NamesAnOption.class);
        assertThat(flags(type, Set.of("--max-states", "--set")))
                .containsExactly("--max-states in 'at most \u0001 states; raise --max-states'");
    }

    /** Names an option in a concatenation, and in {@code other} longer words and an option of another program. */
    static final class NamesAnOption {
        String message(int states) {
            return "at most " + states + " states; raise --max-states";
        }

        String other() {
            return "--settings and fstconvert --fst_type=vector";
        }
    }

    /** Returns the options that string constants of a class name, each with its string. */
    private static Stream<String> flags(JavaClass type, Set<String> options) {
        return ConstantPool.strings(type).stream()
                .flatMap(string -> FLAG.matcher(string)
                        .results()
                        .map(MatchResult::group)
                        .filter(options::contains)
                        .map(flag -> flag + " in '" + string + "'"));
    }

    private static Set<String> options(CommandLine line) {
        Set<String> options = new TreeSet<>(line.getCommandSpec().optionsMap().keySet());
        line.getSubcommands().values().forEach(sub -> options.addAll(options(sub)));
        options.removeIf(option -> !option.startsWith("--"));
        return options;
    }
}
