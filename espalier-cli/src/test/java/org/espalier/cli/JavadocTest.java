package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that every public type and every package has a comment. */
class JavadocTest {
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of(
                "espalier-fst",
                "espalier-model",
                "espalier-run",
                "espalier-lab",
                "espalier-cli",
                "espalier-bench",
                "espalier-spark",
                "espalier-dist")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    @Tag("slow")
    @Test
    void everyPublicTypeHasAComment() throws IOException {
        List<String> missing = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources()));
            DocTrees comments = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new PublicTypes(comments, missing).scan(unit, null);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Visits public types only: members of other types are not public. */
    private static final class PublicTypes extends TreePathScanner<Void, Void> {
        private final DocTrees comments;
        private final List<String> missing;

        PublicTypes(DocTrees comments, List<String> missing) {
            this.comments = comments;
            this.missing = missing;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            if (!isPublic(type)) {
                return null;
            }
            if (comments.getDocComment(getCurrentPath()) == null) {
                missing.add(
                        getCurrentPath().getCompilationUnit().getSourceFile().getName() + ": " + type.getSimpleName());
            }
            return super.visitClass(type, null);
        }

        private boolean isPublic(ClassTree type) {
            return type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                    || getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
        }
    }

    @Test
    void everyPackageHasAComment() throws IOException {
        for (Path folder : sources().stream().map(Path::getParent).distinct().toList()) {
            assertThat(folder.resolve("package-info.java")).content().startsWith("/**\n");
        }
    }
}
