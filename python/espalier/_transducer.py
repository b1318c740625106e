"""The transducer: what Python asks of a trained run."""

from __future__ import annotations

import collections
import os
import re
import weakref
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Deque,
    Iterable,
    Iterator,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
    overload,
)

from ._errors import AnswerTimeout, EspalierError, ProcessError
from ._program import Answer, Command, Program, find_program
from ._results import Alignment, Lattice, LatticeSize, Score, Transductions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import AlignSettings, ScoreSettings, TransduceSettings

R = TypeVar("R")
Q = TypeVar("Q")

Pair = Tuple[str, str]

#: The largest number of questions of an iterator that are on their way.
_WINDOW = 4096


class Transducer:
    """A trained run, or several as an ensemble, that finds outputs, aligns pairs and scores pairs.

    Holds one process of the program open, which loads the model once and answers all questions. It ends with `close()`, at
    the end of a `with` block, when the object is collected, and when Python ends, however it ends. Several threads may use
    one transducer. A process that was forked must open its own.

    >>> with Transducer("runs/words") as transducer:
    ...     print(transducer.transduce("chat").best.output)
    """

    def __init__(
        self,
        *runs: Union[str, "os.PathLike[str]"],
        vote: bool = False,
        seed: Optional[int] = None,
        timeout: Optional[float] = None,
        command: Optional[Command] = None,
    ) -> None:
        """Starts the program. The first answer waits until it has loaded the model.

        Args:
            runs: the folder of a run or of an ensemble; or several runs over one machine, which are an ensemble.
            vote: whether the members of an ensemble vote on outputs; otherwise their probabilities are averaged.
            seed: the random seed of questions that have none.
            timeout: the largest number of seconds to wait for an answer; None to wait for ever.
            command: the program, or a list of its first words. By default the program that the environment variable ESPALIER
                names, else `espalier` on the PATH.

        Raises:
            ProcessError: if there is no such program.
        """
        if not runs:
            raise TypeError("a Transducer needs the folder of a run")
        words = [*find_program(command), "ask"]
        for run in runs:
            words += ["--run", os.fspath(run)]
        if seed is not None:
            words += ["--seed", str(seed)]
        self._vote = {"vote": True} if vote else {}
        self._timeout = timeout
        self._program = Program(words)
        # Called at the end of the interpreter, too.
        self._finalizer = weakref.finalize(self, self._program.abandon)

    def transduce(self, x: str, **settings: Unpack[TransduceSettings]) -> Transductions:
        """Finds the most probable outputs of an input.

        Raises:
            EspalierError: if the input cannot be searched; the text says why.
        """
        return self._one(self._transductions(x, settings), Transductions._of)

    def transduce_all(
        self,
        inputs: Iterable[str],
        *,
        on_error: Optional[Callable[[str, EspalierError], object]] = None,
        **settings: Unpack[TransduceSettings],
    ) -> Iterator[Transductions]:
        """Finds the outputs of many inputs, in order. Takes inputs as they are needed, and is faster than one call for each.

        Args:
            inputs: the inputs.
            on_error: called with an input that cannot be searched and the reason, and the input is skipped. Without it the
                reason is raised.
        """
        return self._many(inputs, lambda x: self._transductions(x, settings), Transductions._of, on_error)

    def align(self, x: str, y: str, **settings: Unpack[AlignSettings]) -> Alignment:
        """Aligns a pair.

        Raises:
            EspalierError: if the machine does not turn x into y; the text says how far it was matched.
        """
        return self._one(self._ask("align", settings, x=x, y=y), Alignment._of)

    def align_all(
        self,
        pairs: Iterable[Pair],
        *,
        on_error: Optional[Callable[[Pair, EspalierError], object]] = None,
        **settings: Unpack[AlignSettings],
    ) -> Iterator[Alignment]:
        """Aligns many pairs, in order. Errors are treated as by `transduce_all`."""
        return self._many(pairs, lambda pair: self._ask_pair("align", settings, pair), Alignment._of, on_error)

    def score(self, x: str, y: str, **settings: Unpack[ScoreSettings]) -> Score:
        """Scores a pair: log p(x, y), or log p(y | x) if the model is given the input, summed over all alignments.

        Raises:
            EspalierError: if the machine does not turn x into y; the text says how far it was matched.
        """
        return self._one(self._ask("score", settings, x=x, y=y), Score._of)

    def score_all(
        self,
        pairs: Iterable[Pair],
        *,
        on_error: Optional[Callable[[Pair, EspalierError], object]] = None,
        **settings: Unpack[ScoreSettings],
    ) -> Iterator[Score]:
        """Scores many pairs, in order. Errors are treated as by `transduce_all`."""
        return self._many(pairs, lambda pair: self._ask_pair("score", settings, pair), Score._of, on_error)

    @overload
    def lattice(self, x: str, y: str, *, graph: Literal[True] = True) -> Lattice: ...

    @overload
    def lattice(self, x: str, y: str, *, graph: bool) -> LatticeSize: ...

    def lattice(self, x: str, y: str, *, graph: bool = True) -> LatticeSize:
        """Returns the lattice of a pair: its size and, if `graph`, its states and arcs.

        Raises:
            EspalierError: if the machine does not turn x into y; the text says how far it was matched.
        """
        return self._one(self._ask("lattice", {"graph": graph}, x=x, y=y), _lattice)

    @overload
    def lattice_all(
        self,
        pairs: Iterable[Pair],
        *,
        graph: Literal[True] = True,
        on_error: Optional[Callable[[Pair, EspalierError], object]] = None,
    ) -> Iterator[Lattice]: ...

    @overload
    def lattice_all(
        self,
        pairs: Iterable[Pair],
        *,
        graph: bool,
        on_error: Optional[Callable[[Pair, EspalierError], object]] = None,
    ) -> Iterator[LatticeSize]: ...

    def lattice_all(
        self,
        pairs: Iterable[Pair],
        *,
        graph: bool = True,
        on_error: Optional[Callable[[Pair, EspalierError], object]] = None,
    ) -> Iterator[LatticeSize]:
        """Returns the lattices of many pairs, in order. Errors are treated as by `transduce_all`."""
        return self._many(pairs, lambda pair: self._ask_pair("lattice", {"graph": graph}, pair), _lattice, on_error)

    def close(self) -> None:
        """Ends the program. Questions that are not answered yet fail. May be called again."""
        self._finalizer.detach()
        self._program.close()

    def __enter__(self) -> "Transducer":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _transductions(self, x: str, settings: Mapping[str, Any]) -> "Future[Answer]":
        return self._ask("transduce", {**self._vote, **settings}, x=x)

    def _ask_pair(self, question: str, settings: Mapping[str, Any], pair: Pair) -> "Future[Answer]":
        x, y = pair
        return self._ask(question, settings, x=x, y=y)

    def _ask(self, question: str, settings: Mapping[str, Any], **texts: str) -> "Future[Answer]":
        for name, text in texts.items():
            if not isinstance(text, str):
                raise TypeError(f"{name} must be a str, not {type(text).__name__}")
        return self._program.ask(question, {**texts, **{_json_name(name): value for name, value in settings.items()}})

    def _one(self, asked: "Future[Answer]", make: Callable[[Answer], R]) -> R:
        try:
            answer = asked.result(self._timeout)
        except FutureTimeout:
            asked.cancel()
            raise AnswerTimeout(
                f"no answer after {self._timeout} seconds; wait longer (timeout), or ask for less"
            ) from None
        if "error" in answer:
            raise EspalierError(answer["error"])
        try:
            return make(answer)
        except (KeyError, TypeError, AttributeError) as e:
            raise ProcessError(
                "the program's answer has an unexpected shape; use a program and a package of the same version"
            ) from e

    def _many(
        self,
        questions: Iterable[Q],
        ask: Callable[[Q], "Future[Answer]"],
        make: Callable[[Answer], R],
        on_error: Optional[Callable[[Q, EspalierError], object]],
    ) -> Iterator[R]:
        asked: Deque[Tuple[Q, "Future[Answer]"]] = collections.deque()
        remaining = iter(questions)
        more = True
        try:
            while more or asked:
                while more and len(asked) < _WINDOW:
                    try:
                        question = next(remaining)
                    except StopIteration:
                        more = False
                        break
                    asked.append((question, ask(question)))
                if asked:
                    question, answer = asked.popleft()
                    try:
                        result = self._one(answer, make)
                    except (ProcessError, AnswerTimeout):
                        raise
                    except EspalierError as e:
                        if on_error is None:
                            raise
                        on_error(question, e)
                    else:
                        yield result
        finally:
            for _, answer in asked:
                answer.cancel()


def _lattice(answer: Answer) -> Lattice:
    return cast(Lattice, answer)


def _json_name(name: str) -> str:
    """Returns the name of a setting in JSON: maxPaths for max_paths."""
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)
