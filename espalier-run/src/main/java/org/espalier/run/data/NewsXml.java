package org.espalier.run.data;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;

/**
 * Reads the XML of the NEWS shared tasks on transliteration: elements {@code Name}, each with a {@code SourceName} and any number of
 * {@code TargetName}s.
 */
final class NewsXml {
    /**
     * A name with its transliterations.
     *
     * @param line the line of the source
     */
    record Entry(String id, String source, List<Target> targets, int line) {}

    /** A transliteration. */
    record Target(String text, int line) {}

    private final String name;
    private final int before;
    private final List<Entry> entries = new ArrayList<>();

    private NewsXml(String name, int before) {
        this.name = name;
        this.before = before;
    }

    /** Returns whether the first line of a file begins XML. Lines with columns do not, whose symbols may begin with {@code <}. */
    static boolean isXml(String firstLine) {
        String text = firstLine.strip();
        return text.startsWith("<") && text.indexOf('\t') < 0;
    }

    /** Reads a file from the current line on. */
    static List<Entry> read(String name, LineReader lines) {
        NewsXml reader = new NewsXml(name, lines.number() - 1);
        StringBuilder text = new StringBuilder(lines.text().stripLeading());
        while (lines.next()) {
            text.append('\n').append(lines.text());
        }
        reader.read(text.toString());
        return List.copyOf(reader.entries);
    }

    private void read(String text) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        // A file of names needs no other files, and none is fetched.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            String id = "";
            List<Target> targets = null;
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    int line = before + xml.getLocation().getLineNumber();
                    switch (xml.getLocalName()) {
                        case "Name" -> {
                            String given = xml.getAttributeValue(null, "ID");
                            id = given == null ? "" : given;
                            targets = null;
                        }
                        case "SourceName" -> {
                            targets = new ArrayList<>();
                            entries.add(new Entry(id, xml.getElementText().strip(), targets, line));
                        }
                        case "TargetName" -> {
                            if (targets == null) {
                                throw new SourceException(
                                        name, line, 0, "found a TargetName without a SourceName before it; add one");
                            }
                            targets.add(new Target(xml.getElementText().strip(), line));
                        }
                        default -> {}
                    }
                }
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw new SourceException(
                    name, before + line, 0, "is not well-formed XML; mend it, or name another format");
        }
    }
}
