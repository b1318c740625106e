package org.espalier.fst.draw;

/**
 * Writes SVG, with escaped texts and one number format. A page that contains a picture can restyle the classes
 * {@code paper}, {@code ink}, {@code faint} and {@code grid}, for example in dark mode.
 *
 * <pre>{@code
 * svg.tag("g").set("fill", "none").open();
 * svg.tag("circle").set("r", 2.5).empty();
 * svg.close("g");
 * }</pre>
 */
public final class SvgWriter {
    private static final String FONTS = "'Helvetica Neue', Helvetica, Arial, 'Noto Sans', 'DejaVu Sans', sans-serif";

    private final StringBuilder out = new StringBuilder();

    /** Begins an element. Its attributes and then its content must follow. */
    public SvgWriter tag(String element) {
        out.append('<').append(element);
        return this;
    }

    public SvgWriter set(String attribute, String value) {
        out.append(' ').append(attribute).append("=\"").append(escape(value)).append('"');
        return this;
    }

    public SvgWriter set(String attribute, double value) {
        return set(attribute, number(value));
    }

    public SvgWriter set(String horizontal, String vertical, Point point) {
        return set(horizontal, point.x()).set(vertical, point.y());
    }

    /** Ends the tag of an element without content. */
    public void empty() {
        out.append("/>\n");
    }

    /** Ends the tag of an element whose content follows, up to {@link #close}. */
    public void open() {
        out.append(">\n");
    }

    public void close(String element) {
        out.append("</").append(element).append(">\n");
    }

    /** Ends the tag, and the element with a title, which is shown as a tooltip. */
    public void title(String title, String element) {
        out.append("><title>")
                .append(escape(title))
                .append("</title></")
                .append(element)
                .append(">\n");
    }

    public void add(SvgWriter content) {
        out.append(content.out);
    }

    public void text(String text) {
        out.append('>').append(escape(text)).append("</text>\n");
    }

    /** Returns a complete picture on white paper that refers to no other file. */
    public static String page(double width, double height, String description, SvgWriter content) {
        SvgWriter page = new SvgWriter();
        page.tag("svg")
                .set("xmlns", "http://www.w3.org/2000/svg")
                .set("width", width)
                .set("height", height)
                .set("viewBox", "0 0 " + number(width) + " " + number(height))
                .set("font-family", FONTS)
                .set("role", "img")
                .set("aria-label", description)
                .open();
        page.tag("rect")
                .set("class", "paper")
                .set("width", width)
                .set("height", height)
                .set("fill", Palette.PAPER)
                .empty();
        page.add(content);
        page.close("svg");
        return page.toString();
    }

    /** Draws a circle that hides what is under it. */
    void ring(Point middle, double radius, String colour) {
        tag("circle").set("cx", "cy", middle).set("r", radius);
        set("fill", Palette.PAPER)
                .set("stroke", colour)
                .set("stroke-width", DrawOptions.LINE)
                .empty();
    }

    @Override
    public String toString() {
        return out.toString();
    }

    /** Escapes a text for XML. Characters that XML does not allow become U+FFFD. */
    public static String escape(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> result.append("&amp;");
                case '<' -> result.append("&lt;");
                case '>' -> result.append("&gt;");
                case '"' -> result.append("&quot;");
                default -> result.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
            }
        });
        return result.toString();
    }

    private static boolean isAllowed(int c) {
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        return c >= ' ' && !surrogate && c != 0xFFFE && c != 0xFFFF;
    }

    /** Returns a number with at most two decimals, independent of the locale. */
    public static String number(double value) {
        long hundredths = Math.round(value * 100);
        long rest = Math.abs(hundredths) % 100;
        String decimals = rest == 0 ? "" : rest % 10 == 0 ? "." + rest / 10 : rest < 10 ? ".0" + rest : "." + rest;
        return (hundredths < 0 ? "-" : "") + Math.abs(hundredths) / 100 + decimals;
    }

    public static String point(Point point) {
        return number(point.x()) + "," + number(point.y());
    }

    /** Returns the approximate width of a text, since the font is unknown. */
    public static double width(String text, double size) {
        return text.codePoints().mapToDouble(SvgWriter::widthInEms).sum() * size;
    }

    private static double widthInEms(int c) {
        if (Character.getType(c) == Character.NON_SPACING_MARK) {
            return 0;
        }
        boolean narrow = "fijlrtI.,:;|!'()[] ".indexOf(c) >= 0;
        boolean wide = Character.isUpperCase(c) || c == 'm' || c == 'w' || c == '<' || c == '>';
        return c >= 0x2E80 ? 1 : narrow ? 0.3 : wide ? 0.66 : 0.55;
    }
}
