package org.espalier.fst.language;

import java.util.List;

/** An expression that denotes a machine. The parser bounds its depth, so recursion over it is safe. */
sealed interface Expression {
    Place place();

    /** The expressions that this one is made of. */
    default List<Expression> children() {
        return List.of();
    }

    record Arc(Place place, Label input, Label output, Label marks) implements Expression {
        /** How many symbols and variables the three labels have together. */
        int length() {
            return input.atoms().size() + output.atoms().size() + marks.atoms().size();
        }
    }

    /** A machine defined earlier. */
    record Named(Place place, String name) implements Expression {}

    record Concatenation(Place place, List<Expression> factors) implements Expression {
        @Override
        public List<Expression> children() {
            return factors;
        }
    }

    record Union(Place place, List<Expression> alternatives) implements Expression {
        @Override
        public List<Expression> children() {
            return alternatives;
        }
    }

    /** Machines composed from left to right. */
    record Composition(Place place, List<Expression> machines) implements Expression {
        @Override
        public List<Expression> children() {
            return machines;
        }
    }

    record Repetition(Place place, Expression body, Times times) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(body);
        }
    }

    /** The union of the body over all values of the variables. */
    record Comprehension(Place place, List<Binder> binders, Expression body) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(body);
        }
    }

    enum Times {
        STAR,
        PLUS,
        OPTION
    }
}
