package org.espalier.fst.language;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.fst.base.NearestWord;
import org.espalier.fst.base.SourceException;
import org.jspecify.annotations.Nullable;

/**
 * The names that a program defines. All names are known from the start; the kind of a name is known after its
 * definition was read.
 */
final class DefinedNames {
    enum Kind {
        ALPHABET("an alphabet"),
        MACHINE("a machine");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static final String MACHINE = "machine";
    static final String INPUT = "input";
    static final String OUTPUT = "output";
    static final String TAGS = "tags";

    /** Words with a special meaning, which cannot be names. */
    private static final Set<String> RESERVED = Set.of("from", "chars", "file", "table", "in", "_", "-");

    private final ProgramSource source;
    private final Map<String, SourcePosition> places = new LinkedHashMap<>();
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private String defining = "";

    /**
     * Creates the names of a program.
     *
     * @param definitions the name at the head of each definition
     */
    DefinedNames(ProgramSource source, List<Token> definitions) {
        this.source = source;
        for (Token name : definitions) {
            requireNew(name);
            places.put(name.text(), name.place());
        }
    }

    private void requireNew(Token name) {
        if (RESERVED.contains(name.text())) {
            throw source.error(
                    name.place(), name.describe() + " is a word of the language and cannot be a name; choose another");
        }
        SourcePosition first = places.get(name.text());
        if (first != null) {
            throw source.error(
                    name.place(),
                    name.describe() + " is defined twice, first at line " + first.line() + "; rename one of the two");
        }
    }

    /** Returns whether the program defines this name, before or after this place. */
    boolean contains(String word) {
        return places.containsKey(word);
    }

    /** Sets the definition that is being read. */
    void begin(String name) {
        defining = name;
    }

    /** Returns the name whose definition is being read. */
    String defining() {
        return defining;
    }

    void define(String name, Kind kind) {
        kinds.put(name, kind);
    }

    /** Returns the kind of a name that was defined above, or null for any other word. */
    @Nullable
    Kind kind(String word) {
        return kinds.get(word);
    }

    /** Returns the kind of a name for an error message, even if its definition was not read yet. */
    String describe(String word) {
        Kind kind = kinds.get(word);
        return kind == null ? "the name of a definition" : kind.words();
    }

    /** Returns the error for a word that should name something defined above and does not. */
    SourceException unknown(Token word, Kind wanted, String remedy) {
        SourcePosition later = places.get(word.text());
        if (word.text().equals(defining)) {
            return source.error(
                    word.place(),
                    word.describe() + " is used in its own definition; "
                            + (wanted == Kind.MACHINE ? "repeat a machine with * or +" : "use another name"));
        }
        if (later != null) {
            return source.error(
                    word.place(),
                    word.describe() + " is used before its definition at line " + later.line()
                            + "; a definition may use only names defined above it");
        }
        return source.error(
                word.place(),
                "unknown name " + word.describe() + "; "
                        + guess(word.text(), wanted).orElse(remedy));
    }

    private Optional<String> guess(String word, Kind wanted) {
        int dash = word.indexOf('-');
        if (dash > 0 && kinds.get(word.substring(0, dash)) == Kind.ALPHABET) {
            return Optional.of("a difference of alphabets has a space on each side of its '-'");
        }
        Stream<String> known = kinds.keySet().stream().filter(name -> kinds.get(name) == wanted);
        return NearestWord.to(word, known).map(near -> "did you mean '" + near + "'?");
    }
}
