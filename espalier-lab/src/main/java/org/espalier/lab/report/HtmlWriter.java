package org.espalier.lab.report;

import java.util.List;
import org.espalier.fst.draw.SvgWriter;

/** Writes HTML that is also XML: every element is closed, and every text is escaped. */
final class HtmlWriter {
    private final StringBuilder out = new StringBuilder();

    HtmlWriter open(String element) {
        return open(element, "");
    }

    /** Opens an element with CSS classes, separated by spaces. */
    HtmlWriter open(String element, String style) {
        out.append('<').append(element);
        if (!style.isEmpty()) {
            out.append(" class=\"").append(SvgWriter.escape(style)).append('"');
        }
        out.append('>');
        return this;
    }

    HtmlWriter close(String element) {
        out.append("</").append(element).append(">\n");
        return this;
    }

    HtmlWriter text(String text) {
        out.append(SvgWriter.escape(text));
        return this;
    }

    /** Writes an element with a text, or nothing if the text is empty. */
    HtmlWriter element(String element, String style, String text) {
        return text.isEmpty() ? this : open(element, style).text(text).close(element);
    }

    HtmlWriter element(String element, String text) {
        return element(element, "", text);
    }

    /** Writes markup without escaping it. */
    HtmlWriter markup(String markup) {
        out.append(markup);
        return this;
    }

    /** Writes symbols with a space between them, except within a word of a right-to-left script. */
    HtmlWriter symbols(List<String> symbols) {
        StringBuilder word = new StringBuilder();
        for (String symbol : symbols) {
            if (isRightToLeft(symbol)) {
                word.append(symbol);
            } else {
                word(word);
                out.append("<bdi>").append(SvgWriter.escape(symbol)).append("</bdi> ");
            }
        }
        return word(word);
    }

    private HtmlWriter word(StringBuilder word) {
        if (!word.isEmpty()) {
            out.append("<bdi dir=\"rtl\">")
                    .append(SvgWriter.escape(word.toString()))
                    .append("</bdi> ");
            word.setLength(0);
        }
        return this;
    }

    static boolean isRightToLeft(String symbol) {
        return symbol.codePoints().anyMatch(c -> switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT, Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> true;
            default -> false;
        });
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
