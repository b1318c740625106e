package org.espalier.fst.draw;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** An SVG picture, parsed by an XML parser that refuses ill-formed text. */
record SvgReader(Document document) {
    static SvgReader read(String svg) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            return new SvgReader(factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg))));
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new AssertionError(svg, e);
        }
    }

    List<Element> elements(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(k -> (Element) nodes.item(k))
                .toList();
    }

    /** Returns the elements that have an attribute, in the order of its value as a number. */
    List<Element> numbered(String name, String attribute) {
        return elements(name).stream()
                .filter(element -> element.hasAttribute(attribute))
                .sorted((a, b) -> Integer.compare(
                        Integer.parseInt(a.getAttribute(attribute)), Integer.parseInt(b.getAttribute(attribute))))
                .toList();
    }

    List<String> texts() {
        return elements("text").stream().map(Element::getTextContent).toList();
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
