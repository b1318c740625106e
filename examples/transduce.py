"""Reads inputs, one per line, and prints the most probable output of each with its probability.

ESPALIER=./espalier PYTHONPATH=python python3 examples/transduce.py runs/example < inputs.txt
"""

import sys

from espalier import EspalierError, Transducer


def complain(text: str, error: EspalierError) -> None:
    print(f"{text}: {error}", file=sys.stderr)


inputs = (line.rstrip("\n") for line in sys.stdin)
with Transducer(sys.argv[1]) as transducer:
    for answer in transducer.transduce_all(inputs, nbest=1, on_error=complain):
        for output in answer:
            print(answer.input, output.output, f"{output.probability:.3f}", sep="\t")
