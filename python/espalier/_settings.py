"""The settings of questions. The program checks them, and has the same defaults as its commands."""

from __future__ import annotations

from typing import TypedDict


class TransduceSettings(TypedDict, total=False):
    """The settings of `Transducer.transduce`; `espalier transduce --help` says more.

    nbest: the number of outputs. beam: the largest number of prefixes that the search keeps at each length. threshold: the
    share of the probability of the best prefix below which a prefix is dropped. candidates: the number of outputs that are
    ranked, and whose probabilities sum to one. max_output: the largest number of symbols of an output. mass: return as many
    outputs as have this share of the probability. samples: the number of strings drawn per output. refine: the number of
    rounds of refinement. seed: the random seed. vote: whether the members of an ensemble vote. unknown: "fail" to refuse
    symbols that the machine does not have, "copy" to copy them to the output.
    """

    nbest: int
    beam: int
    threshold: float
    candidates: int
    max_output: int
    mass: float
    samples: int
    refine: int
    seed: int
    vote: bool
    unknown: str


class AlignSettings(TypedDict, total=False):
    """The settings of `Transducer.align`; `espalier align --help` says more.

    samples: the number of strings drawn. refine: the number of rounds of refinement. seed: the random seed. exact: enumerate
    all paths instead. max_paths: the largest number of paths to enumerate. best: return the best path alone.
    """

    samples: int
    refine: int
    seed: int
    exact: bool
    max_paths: int
    best: bool


class ScoreSettings(TypedDict, total=False):
    """The settings of `Transducer.score`; `espalier score --help` says more.

    samples: the number of strings drawn. refine: the number of rounds of refinement. seed: the random seed. exact: enumerate
    all paths instead. max_paths: the largest number of paths to enumerate. smc: use sequential Monte Carlo.
    """

    samples: int
    refine: int
    seed: int
    exact: bool
    max_paths: int
    smc: bool
