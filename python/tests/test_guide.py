"""Runs the examples of docs/guides/python.md, in order, with tiny models."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict

from espalier._program import find_program

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs" / "guides" / "python.md"

TINY = {
    "scorer.dimension": 8,
    "scorer.layers": 1,
    "sampler.dimension": 8,
    "training.batch": 4,
    "training.samples": 4,
    "training.iwaeSamples": 4,
    "training.validationSamples": 2,
    "training.epochs": 0,
    "training.steps": 2,
    "training.evaluateEvery": 1,
}


class GuideTest(unittest.TestCase):
    def test_examples_run(self) -> None:
        words = [*find_program()]
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                shutil.copy(ROOT / "docs" / "tutorial" / "spanish.tsv", "words.tsv")
                subprocess.run([*words, "init", "--pairs", "words.tsv"], check=True, capture_output=True)
                train = [*words, "train", "--config", "words/config.yaml", "--seeds", "1,2,3", "--out", "words/ensemble"]
                for key, value in TINY.items():
                    train += ["--set", f"{key}={value}"]
                subprocess.run(train, check=True, capture_output=True)
                shutil.copytree("words/ensemble/members/1", "words/run")
                test = Path("words/test.tsv")
                test.write_text("".join(test.read_text("utf-8").splitlines(True)[:10]), "utf-8")
                printed = self.run_examples()
                program = subprocess.run(
                    [sys.executable, ROOT / "examples" / "transduce.py", "words/run"],
                    input="calle\nсмола\n",
                    env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONIOENCODING": "utf-8"},
                    capture_output=True,
                    encoding="utf-8",
                )
            finally:
                os.chdir(here)
        self.assertIn("x  c", printed)
        self.assertRegex(program.stdout, r"\A(calle\t.*\t[01]\.\d\d\d\n)?\Z")
        self.assertEqual((program.returncode, program.stderr), (0, "смола: the machine reads no 'с'\n"))
        self.assertIn("the machine reads no 'с'\n", printed)
        self.assertIn("('calle', 'к') the machine has no output symbol к\n", printed)

    def run_examples(self) -> str:
        blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 4)
        names: Dict[str, Any] = {}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(compile(block, str(GUIDE), "exec"), names)
        return printed.getvalue()


if __name__ == "__main__":
    unittest.main()
