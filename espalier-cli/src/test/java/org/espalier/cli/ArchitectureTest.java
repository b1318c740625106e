package org.espalier.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The direction of dependencies, as ARCHITECTURE.md draws it. */
@Tag("slow")
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.espalier");

    @Test
    void fstNeedsLittle() {
        classes()
                .that()
                .resideInAPackage("org.espalier.fst..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "it.unimi.dsi.fastutil..", "org.espalier.fst..")
                .check(CLASSES);
    }

    @Test
    void fstCoreNeedsTheBaseAlone() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.fst")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.espalier.fst.*..").and(resideOutsideOfPackage("org.espalier.fst.base..")))
                .check(CLASSES);
    }

    @Test
    void theBaseStandsAlone() {
        classes()
                .that()
                .resideInAPackage("org.espalier.fst.base..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "org.espalier.fst.base..")
                .check(CLASSES);
    }

    @Test
    void modelNeedsFstAndTheTensorEngine() {
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
    void onlyCheckpointsOfTheModelAndWorkersWhoMeetInOneKnowFiles() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.model..")
                .and()
                .resideOutsideOfPackage("org.espalier.model.checkpoint..")
                .and()
                .haveSimpleNameNotEndingWith("Workers")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "tools.jackson..", "org.espalier.fst.io..")
                .check(CLASSES);
    }

    @Test
    void onlyTheModelTouchesTensors() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.espalier.model..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(CLASSES);
    }

    /** A program that trains and asks models needs neither a command line nor a web server. */
    @Test
    void runNeedsFstAndModelAndJackson() {
        classes()
                .that()
                .resideInAPackage("org.espalier.run..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "it.unimi.dsi.fastutil..",
                        "tools.jackson..",
                        "org.espalier.fst..",
                        "org.espalier.model..",
                        "org.espalier.run..")
                .check(CLASSES);
    }

    @Test
    void labNeedsRun() {
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
                        "org.espalier.fst..",
                        "org.espalier.model..",
                        "org.espalier.run..",
                        "org.espalier.lab..")
                .check(CLASSES);
    }

    @Test
    void theConsoleKnowsNoCommand() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.cli.console..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.espalier.cli..")
                        .and(resideOutsideOfPackage("org.espalier.cli.console..")))
                .check(CLASSES);
    }

    /** The explorer answers HTTP requests; it neither prints nor parses a command line. */
    @Test
    void theExplorerKnowsNoConsole() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.cli.explore..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.espalier.cli.console..", "picocli..")
                .check(CLASSES);
    }

    /** It is large; who does not call it must not load it, nor fetch it. */
    @Test
    void sparkIsNotOnTheClassPath() {
        assertThat(ArchitectureTest.class.getClassLoader().getResource("org/apache/spark/SparkContext.class"))
                .isNull();
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("org.espalier.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheConsoleKnowsTheStandardStreams() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    }
}
