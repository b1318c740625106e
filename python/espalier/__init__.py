"""Ask models that Espalier has trained: outputs of inputs, alignments and probabilities of pairs.

>>> from espalier import Transducer
>>> with Transducer("runs/words") as transducer:
...     print(transducer.transduce("chat").best.output)

The package holds a process of the program `espalier` open and asks it; it computes nothing itself. Messages of the program
are logged by the logger "espalier" at level INFO.
"""

from ._errors import AnswerTimeout, EspalierError, ProcessError
from ._results import (
    AlignedPath,
    Alignment,
    Lattice,
    LatticeArc,
    LatticeGraph,
    LatticeSize,
    LatticeState,
    Link,
    Score,
    Step,
    Transduction,
    Transductions,
)
from ._settings import AlignSettings, ScoreSettings, TransduceSettings
from ._transducer import Transducer

__all__ = [
    "AlignSettings",
    "AlignedPath",
    "Alignment",
    "AnswerTimeout",
    "EspalierError",
    "Lattice",
    "LatticeArc",
    "LatticeGraph",
    "LatticeSize",
    "LatticeState",
    "Link",
    "ProcessError",
    "Score",
    "ScoreSettings",
    "Step",
    "TransduceSettings",
    "Transducer",
    "Transduction",
    "Transductions",
]
