package org.espalier.app;

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
    void fstCoreStandsAlone() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.fst")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.espalier.fst.*..")
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
    void theAppLeavesTensorsToTheModel() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(CLASSES);
    }

    @Test
    void nothingNeedsTheApp() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.espalier.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.espalier.app..")
                .check(CLASSES);
    }

    /** It is large; who does not call it must not load it, nor fetch it. */
    @Test
    void sparkIsNotOnTheClassPath() {
        assertThat(ArchitectureTest.class.getClassLoader().getResource("org/apache/spark/SparkContext.class"))
                .isNull();
    }

    @Test
    void onlyTheCommandsKnowTheConsole() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.espalier.app.alignment..",
                        "org.espalier.app.api..",
                        "org.espalier.app.config..",
                        "org.espalier.app.data..",
                        "org.espalier.app.explore..",
                        "org.espalier.app.metrics..",
                        "org.espalier.app.ngram..",
                        "org.espalier.app.report..",
                        "org.espalier.app.results..",
                        "org.espalier.app.run..",
                        "org.espalier.app.shell..",
                        "org.espalier.app.start..",
                        "org.espalier.app.task..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.espalier.app.cli..", "picocli..")
                .check(CLASSES);
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
