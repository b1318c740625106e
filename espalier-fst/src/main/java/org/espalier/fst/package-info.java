/**
 * Marked finite-state transducers and the lattices of their paths.
 *
 * <p>A person writes an {@link org.espalier.fst.Mfst}, its {@link org.espalier.fst.CanonicalForm} is computed once, and a
 * {@link org.espalier.fst.LatticeBuilder} then turns each pair of strings into a {@link org.espalier.fst.Lattice}, whose
 * paths are the possible alignments of that pair. Everything here is exact and unweighted: weights are arrays that are
 * passed to {@code org.espalier.fst.dp}. No class here may read files, draw, or know that neural networks exist.
 *
 * <p>Machines:
 *
 * <ul>
 *   <li>{@link org.espalier.fst.Mfst}, over one {@link org.espalier.fst.Alphabet} per {@link org.espalier.fst.Tape}; a
 *       path of it is a {@link org.espalier.fst.MachinePath}
 *   <li>building: {@link org.espalier.fst.Machines} creates elementary machines, {@link org.espalier.fst.Operations}
 *       transforms machines; the algorithms behind it are {@code Compose} and {@code Simplify}
 * </ul>
 *
 * <p>Canonical form:
 *
 * <ul>
 *   <li>{@link org.espalier.fst.CanonicalForm} is the result of the search, {@link org.espalier.fst.CanonicalMfst} the
 *       machine, {@code Canonicalize} the algorithm
 *   <li>{@code Configurations} numbers the places inside arcs, {@code Potentials} finds the symbols that can be emitted
 *       early, {@code PartitionRefinement} merges equal states
 *   <li>{@code ArcIndex} finds the arcs of a canonical state that match a symbol, {@code MergeCandidates} the states that
 *       can become equal in a lattice
 * </ul>
 *
 * <p>Lattices:
 *
 * <ul>
 *   <li>{@link org.espalier.fst.Lattices} holds what the lattices of a machine share,
 *       {@link org.espalier.fst.LatticeBuilder} builds them as {@link org.espalier.fst.LatticeOptions} and
 *       {@link org.espalier.fst.Minimality} say, and the result is a {@link org.espalier.fst.Lattice}
 *   <li>{@link org.espalier.fst.LatticeOrigins} and {@code PathFinder} lead from a lattice back to the machine;
 *       {@link org.espalier.fst.NoPathReason} explains an empty lattice; {@link org.espalier.fst.MarkReader} leads from
 *       a mark string to its pair; {@link org.espalier.fst.LegalMarks} are those with which a path for an input
 *       continues
 *   <li>with a canonical form: {@code CanonicalSweep}, or {@code LazyCanonicalProduct} where that does not apply
 *   <li>without one: {@code PushedMachine}, {@code NondeterministicProduct} and {@code LazyDeterminization}
 *   <li>with cycles: {@code CyclicLatticeBuilder}, and {@code LazyUnrolling} for bounded mark strings
 * </ul>
 *
 * <p>Checks:
 *
 * <ul>
 *   <li>{@link org.espalier.fst.MachineCheck} returns {@link org.espalier.fst.Finding}s
 *   <li>{@code AmbiguitySearch} finds {@link org.espalier.fst.PathsWithSameMarks}, which an
 *       {@link org.espalier.fst.AmbiguousMarksException} reports, and a {@code TwinsViolation}
 * </ul>
 *
 * <p>Internal graphs:
 *
 * <ul>
 *   <li>{@code ProductGraph} (topologically ordered), {@code LazyGraph} (expanded on demand), {@code MarkGraph} (may have
 *       cycles); {@code TopologicalSort} turns the second into the first
 *   <li>{@code CsrGraph}: helpers for compressed sparse rows; {@code IntString}: strings of symbol numbers
 * </ul>
 */
@NullMarked
package org.espalier.fst;

import org.jspecify.annotations.NullMarked;
