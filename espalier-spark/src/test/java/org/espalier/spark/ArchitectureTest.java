package org.espalier.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the direction of dependencies that ARCHITECTURE.md describes. */
@Tag("slow")
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            // Not ImportOption.DoNotIncludeTests, which knows the usual folder of tests only and not that of the fast
            // lane.
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("org.espalier.spark");

    /** Executors load this package. They must need no other module of ours than espalier-run and those below it. */
    @Test
    void classesOfExecutorsNeedOnlyRun() {
        noClasses()
                .that()
                .resideInAPackage("org.espalier.spark")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.espalier.spark.command..", "org.espalier.cli..", "org.espalier.lab..", "picocli..")
                .check(CLASSES);
    }
}
