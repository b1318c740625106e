package org.espalier.run.data;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;

/** The unit into which the text of a string is split, and how symbols are joined to text again. */
public final class TokenUnit {
    /** The symbol for white space among characters. */
    public static final String SPACE = "<space>";

    private static final String SEPARATED = "sep:";
    private static final Pattern GRAPHEME = Pattern.compile("\\X");

    /** Symbols are separated by white space; {@code <eps>} is the empty string. */
    public static final TokenUnit WORDS =
            new TokenUnit("words", "symbols are separated by spaces", " ", Alphabet::split);

    /** Every Unicode code point is a symbol; a space becomes {@code <space>}. */
    public static final TokenUnit CHARS = new TokenUnit(
            "chars",
            "each character is a symbol",
            "",
            text -> text.codePoints()
                    .mapToObj(Character::toString)
                    .map(TokenUnit::visible)
                    .toList());

    /**
     * Every extended grapheme cluster is a symbol: what a reader takes for one character, with its accents and vowel signs. A
     * space becomes {@code <space>}.
     */
    public static final TokenUnit GRAPHEMES = new TokenUnit(
            "graphemes",
            "each character, with its accents and vowel signs, is a symbol",
            "",
            text -> GRAPHEME.matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .map(TokenUnit::visible)
                    .toList());

    private static final List<TokenUnit> NAMED = List.of(WORDS, CHARS, GRAPHEMES);

    /** The names of all units, as messages list them. */
    public static final String NAMES = "words, chars, graphemes or sep: and a separator";

    private final String name;
    private final String description;
    private final String separator;
    private final Function<String, List<String>> split;

    private TokenUnit(String name, String description, String separator, Function<String, List<String>> split) {
        this.name = name;
        this.description = description;
        this.separator = separator;
        this.split = split;
    }

    /** Returns the unit of symbols that are separated by a text. */
    public static TokenUnit separatedBy(String separator) {
        return new TokenUnit(
                SEPARATED + separator,
                "symbols are separated by " + separator,
                separator,
                text -> text.isEmpty() ? List.of() : List.of(text.split(Pattern.quote(separator), -1)));
    }

    /** Returns the unit of a name, or after {@code sep:} a separator. */
    public static Optional<TokenUnit> of(String name) {
        return name.startsWith(SEPARATED) && !name.substring(SEPARATED.length()).isBlank()
                ? Optional.of(separatedBy(name.substring(SEPARATED.length())))
                : NAMED.stream().filter(unit -> unit.name.equals(name)).findFirst();
    }

    /** Replaces white space, which no symbol may have. */
    private static String visible(String character) {
        return character.isBlank() ? SPACE : character;
    }

    /** Returns what the unit is, in words. */
    public String description() {
        return description;
    }

    /** Returns whether text becomes symbols of one character each, so that spaces are symbols too. */
    public boolean isCharacters() {
        return separator.isEmpty();
    }

    /** Splits text into symbols. */
    public List<String> split(String text) {
        return split.apply(text);
    }

    /** Joins symbols into text; the inverse of {@link #split}. */
    public String join(List<String> symbols) {
        String joined = String.join(separator, symbols);
        return isCharacters() ? joined.replace(SPACE, " ") : joined;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenUnit unit && name.equals(unit.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Returns its name in configurations. */
    @Override
    public String toString() {
        return name;
    }
}
