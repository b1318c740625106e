package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.List;

/** Finds room for texts on arcs: a text that would cover another, or a state, moves along its arc or is omitted. */
final class LabelPlacement {
    private static final double[] ALONG = {0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74};

    private record Box(Point middle, double width, double height) {
        boolean overlaps(Box other) {
            return 2 * Math.abs(middle.x() - other.middle.x()) < width + other.width
                    && 2 * Math.abs(middle.y() - other.middle.y()) < height + other.height;
        }
    }

    record Label(String text, int arc, Point middle) {}

    private final double size;
    private final List<Box> taken = new ArrayList<>();
    private final List<Label> labels = new ArrayList<>();

    LabelPlacement(double size) {
        this.size = size;
    }

    void avoid(Point dot, double radius) {
        taken.add(new Box(dot, 2 * radius, 2 * radius));
    }

    void add(String text, ArcShape shape, int arc) {
        for (double along : ALONG) {
            Box box = new Box(shape.at(along), SvgWriter.width(text, size) + 3, size + 1);
            if (taken.stream().noneMatch(box::overlaps)) {
                taken.add(box);
                labels.add(new Label(text, arc, box.middle));
                return;
            }
        }
    }

    /** Returns the texts for which there was room. */
    List<Label> placed() {
        return labels;
    }
}
