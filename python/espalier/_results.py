"""What the program answers, as immutable objects. Nothing is computed here: each value is one of the answer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union, overload

from ._errors import EspalierError


def _number(value: Optional[float]) -> float:
    """Returns a number; JSON has null for those that are not finite."""
    return math.nan if value is None else value


@dataclass(frozen=True)
class Transduction:
    """An output of an input.

    Attributes:
        output: the output as text.
        probability: its probability among the outputs that were ranked together.
        probability_error: the standard error of the probability; None if it is unknown.
        log_p: log p(x, y), or log p(y | x) if the model is given the input; None if the output is impossible.
        log_p_error: the standard error of log_p; None if it is unknown.
        exact: whether all alignments were enumerated, so that log_p is exact.
        marks: the marks of the best alignment that the search found.
        votes: how many members of an ensemble found this output most probable; None without a vote.
    """

    output: str
    probability: float
    probability_error: Optional[float]
    log_p: Optional[float]
    log_p_error: Optional[float]
    exact: bool
    marks: Tuple[str, ...]
    votes: Optional[int]

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "Transduction":
        return cls(
            output=answer["y"],
            probability=_number(answer["probability"]),
            probability_error=answer.get("probabilityError"),
            log_p=answer.get("logP"),
            log_p_error=answer.get("standardError"),
            exact=answer["exact"],
            marks=tuple(answer.get("marks", "").split()),
            votes=answer.get("votes"),
        )


@dataclass(frozen=True)
class Transductions(Sequence[Transduction]):
    """The outputs of an input, the most probable first. It is a sequence of them.

    Attributes:
        input: the input as text.
        outputs: the outputs.
        caution: why better outputs may have been missed; None if there is no reason to think so.
    """

    input: str
    outputs: Tuple[Transduction, ...]
    caution: Optional[str]

    @property
    def best(self) -> Transduction:
        """The first output. Raises EspalierError if there is none."""
        if not self.outputs:
            raise EspalierError(f"no output was found for {self.input!r}" + (f": {self.caution}" if self.caution else ""))
        return self.outputs[0]

    @overload
    def __getitem__(self, index: int) -> Transduction: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Transduction, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Transduction, Tuple[Transduction, ...]]:
        return self.outputs[index]

    def __len__(self) -> int:
        return len(self.outputs)

    def __iter__(self) -> Iterator[Transduction]:
        return iter(self.outputs)

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "Transductions":
        return cls(answer["x"], tuple(map(Transduction._of, answer["outputs"])), answer.get("caution"))


@dataclass(frozen=True)
class Step:
    """A step of an alignment: one arc of the machine.

    Attributes:
        x: the symbols that it reads.
        y: the symbols that it writes.
        marks: its marks.
        probability: the posterior probability that these symbols are aligned; None if it neither reads nor writes.
    """

    x: Tuple[str, ...]
    y: Tuple[str, ...]
    marks: Tuple[str, ...]
    probability: Optional[float]

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "Step":
        return cls(tuple(answer["x"]), tuple(answer["y"]), tuple(answer["marks"]), answer.get("probability"))


@dataclass(frozen=True)
class AlignedPath:
    """A way in which the machine turns x into y.

    Attributes:
        weight: its posterior probability.
        log_q: its log-probability under the sampler.
        log_p: its log-probability under the scorer.
        marks: the marks that name it.
        steps: its steps, in order.
    """

    weight: float
    log_q: float
    log_p: float
    marks: Tuple[str, ...]
    steps: Tuple[Step, ...]

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "AlignedPath":
        return cls(
            _number(answer["weight"]),
            _number(answer["logQ"]),
            _number(answer["logP"]),
            tuple(answer["marks"].split()),
            tuple(map(Step._of, answer["operations"])),
        )


@dataclass(frozen=True)
class Link:
    """A symbol of x and a symbol of y that are aligned, or one symbol that is aligned with nothing.

    Attributes:
        x: the position in x, from 0; None if the symbol of y is aligned with nothing.
        y: the position in y, from 0; None if the symbol of x is aligned with nothing.
        probability: the posterior probability of this.
    """

    x: Optional[int]
    y: Optional[int]
    probability: float


@dataclass(frozen=True)
class Alignment:
    """The alignments of a pair. `str()` of it is the best one as a table, x above y.

    Attributes:
        x: the input as text.
        y: the output as text.
        rows: the best path as three lines: x, y, and the probability of each column.
        paths: the paths, the one with the largest weight first.
        links: which symbols are aligned, over all paths.
    """

    x: str
    y: str
    rows: Tuple[str, ...]
    paths: Tuple[AlignedPath, ...]
    links: Tuple[Link, ...]

    @property
    def best(self) -> AlignedPath:
        """The path with the largest weight."""
        return self.paths[0]

    @property
    def steps(self) -> Tuple[Step, ...]:
        """The steps of the best path."""
        return self.best.steps

    def __str__(self) -> str:
        return "\n".join(self.rows)

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "Alignment":
        return cls(
            answer["x"],
            answer["y"],
            tuple(answer["rows"]),
            tuple(map(AlignedPath._of, answer["paths"])),
            tuple(Link(link.get("x"), link.get("y"), _number(link["probability"])) for link in answer["links"]),
        )


@dataclass(frozen=True)
class Score:
    """The log-probability of a pair, summed over all alignments. `float()` of it is its value.

    Attributes:
        value: log p(x, y), or log p(y | x) if the model is given the input.
        standard_error: its standard error, 0 if it is exact; None if it is unknown.
        x: the input as text.
        y: the output as text.
    """

    value: float
    standard_error: Optional[float]
    x: str
    y: str

    def __float__(self) -> float:
        return self.value

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> "Score":
        return cls(_number(answer["logP"]), answer.get("standardError"), answer["x"], answer["y"])


#: A state of a lattice: how many symbols of x and y are accounted for, and whether a path may end here.
LatticeState = TypedDict("LatticeState", {"i": int, "j": int, "final": bool})

#: An arc of a lattice.
LatticeArc = TypedDict("LatticeArc", {"from": int, "to": int, "mark": str, "reads": str, "writes": str})


class LatticeGraph(TypedDict):
    """The states and arcs of a lattice, in the order of their numbers."""

    states: List[LatticeState]
    arcs: List[LatticeArc]


class LatticeSize(TypedDict):
    """The size of the lattice of a pair: numbers of states, arcs and paths (in digits, or "infinite"), whether it is acyclic,
    whether it comes from the canonical form of the machine, its size `before` minimization, and the numbers of symbols of x
    and y.
    """

    states: int
    arcs: int
    paths: str
    acyclic: bool
    canonical: bool
    before: Dict[str, int]
    x: int
    y: int


class Lattice(LatticeSize):
    """The lattice of a pair: its size, and its states and arcs as `graph`."""

    graph: LatticeGraph
