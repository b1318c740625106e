package org.espalier.run.data;

import java.io.Reader;
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
 * Reads the XML of the NEWS shared tasks on transliteration: elements {@code Name}, each with a {@code SourceName} and one or more
 * {@code TargetName}s.
 */
final class NewsXml {
    /** A name with one of its transliterations. */
    record Entry(String id, String source, String target, int line) {}

    private NewsXml() {}

    /** Returns whether the first line of a file begins XML. */
    static boolean isXml(String firstLine) {
        return firstLine.strip().startsWith("<");
    }

    /** Reads a file whose first line was read already. */
    static List<Entry> read(String name, LineReader lines) {
        StringBuilder text = new StringBuilder(lines.text());
        while (lines.next()) {
            text.append('\n').append(lines.text());
        }
        return read(name, new StringReader(text.toString()));
    }

    private static List<Entry> read(String name, Reader text) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        // A file of names needs no other files, and none is fetched.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        List<Entry> entries = new ArrayList<>();
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(text);
            String id = "";
            String source = "";
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    int line = xml.getLocation().getLineNumber();
                    switch (xml.getLocalName()) {
                        case "Name" -> {
                            String given = xml.getAttributeValue(null, "ID");
                            id = given == null ? "" : given;
                            source = "";
                        }
                        case "SourceName" -> source = xml.getElementText().strip();
                        case "TargetName" -> {
                            if (source.isEmpty()) {
                                throw new SourceException(
                                        name, line, 0, "found a TargetName without a SourceName before it; add one");
                            }
                            entries.add(
                                    new Entry(id, source, xml.getElementText().strip(), line));
                        }
                        default -> {}
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw new SourceException(
                    name,
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber()),
                    0,
                    "is not well-formed XML; mend it, or name another format");
        }
        return entries;
    }
}
