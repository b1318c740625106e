package org.espalier.fst.language;

import java.util.List;

/** An expression that denotes a machine. The parser bounds its depth, so recursion over it is safe. */
sealed interface Expression {
    SourcePosition place();

    /** Returns the direct subexpressions. */
    default List<Expression> children() {
        return List.of();
    }

    record Arc(SourcePosition place, LabelTemplate input, LabelTemplate output, LabelTemplate marks)
            implements Expression {
        /** Returns the number of symbols and variables of the three labels. */
        int length() {
            return input.atoms().size() + output.atoms().size() + marks.atoms().size();
        }
    }

    /** A machine defined earlier. */
    record Named(SourcePosition place, String name) implements Expression {}

    record Concatenation(SourcePosition place, List<Expression> factors) implements Expression {
        @Override
        public List<Expression> children() {
            return factors;
        }
    }

    record Union(SourcePosition place, List<Expression> alternatives) implements Expression {
        @Override
        public List<Expression> children() {
            return alternatives;
        }
    }

    /** Machines composed from left to right. */
    record Composition(SourcePosition place, List<Expression> machines) implements Expression {
        @Override
        public List<Expression> children() {
            return machines;
        }
    }

    record Repetition(SourcePosition place, Expression body, Times times) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(body);
        }
    }

    /** The union of the body over all values of the variables. */
    record Comprehension(SourcePosition place, List<Binder> binders, Expression body) implements Expression {
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
