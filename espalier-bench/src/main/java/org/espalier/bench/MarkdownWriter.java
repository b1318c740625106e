package org.espalier.bench;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Writes headings, paragraphs and tables in Markdown. Numbers are formatted in the root locale. */
final class MarkdownWriter {
    private final StringBuilder out = new StringBuilder();

    MarkdownWriter paragraph(String format, Object... values) {
        blankLine();
        out.append(format(format, values)).append('\n');
        return this;
    }

    MarkdownWriter columns(String... names) {
        blankLine();
        row((Object[]) names);
        return row(Collections.nCopies(names.length, "---").toArray());
    }

    MarkdownWriter row(Object... cells) {
        out.append("| ");
        out.append(
                String.join(" | ", List.of(cells).stream().map(Object::toString).toList()));
        out.append(" |\n");
        return this;
    }

    private void blankLine() {
        if (!out.isEmpty()) {
            out.append('\n');
        }
    }

    static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns the text in bold if the condition holds. */
    static String boldIf(boolean condition, String text) {
        return condition ? "**" + text + "**" : text;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
