"""Tests the package against the program itself, on a tiny ensemble that is trained first.

The program is the one that the environment variable ESPALIER names, or `espalier` on the PATH:

    cd python
    ESPALIER=../espalier python3 -m unittest discover tests
"""

from __future__ import annotations

import dataclasses
import gc
import json
import math
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any, Dict, List

from espalier import AnswerTimeout, EspalierError, ProcessError, Transducer
from espalier._program import find_program, require_safe_for_batch

PACKAGE = Path(__file__).resolve().parent.parent

PAIRS = [("ab", "c"), ("a", "cd"), ("bab", "d"), ("aba", "cc"), ("b", "c"), ("bb", "dc"), ("𐍈कि", "e\u0301𝔞"), ("شب", "ɕ")]
INPUTS = ["ab", "A", "𐍈कि", "شب", "", "bab", "aab"]

FOLDER: Path
ENSEMBLE: str
MEMBERS: List[str]


def program(*args: str) -> List[Dict[str, Any]]:
    """Calls the program and returns the JSON lines that it prints."""
    done = subprocess.run([*find_program(), *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"{args}: exit code {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def setUpModule() -> None:
    global FOLDER, ENSEMBLE, MEMBERS
    temporary = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(temporary.cleanup)
    FOLDER = Path(temporary.name)
    (FOLDER / "pairs.tsv").write_text("".join(f"{x}\t{y}\n" for x, y in PAIRS), encoding="utf-8")
    (FOLDER / "inputs.txt").write_text("".join(f"{x}\n" for x in INPUTS if x), encoding="utf-8")
    (FOLDER / "run.yaml").write_text(
        """
machine: builtin:edit
train: pairs.tsv
tokens: chars
out: run
threads: 1
scorer: {dimension: 8, layers: 1}
sampler: {dimension: 8}
validShare: 0.25
training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 2, evaluateEvery: 2, checkpointEvery: 2}
""",
        encoding="utf-8",
    )
    program("train", "--config", str(FOLDER / "run.yaml"), "--seeds", "1,2")
    ENSEMBLE = str(FOLDER / "run")
    MEMBERS = sorted(str(member.parent) for member in (FOLDER / "run").rglob("run.json"))
    assert len(MEMBERS) == 2, MEMBERS


class AnswersTest(unittest.TestCase):
    """One transducer of one run, and what the commands print for the same questions."""

    transducer: Transducer

    @classmethod
    def setUpClass(cls) -> None:
        cls.transducer = Transducer(MEMBERS[0], timeout=300)
        cls.addClassCleanup(cls.transducer.close)

    def assert_error(self, line: str, ask: Any) -> None:
        with self.assertRaises(EspalierError) as caught:
            ask()
        self.assertEqual(str(caught.exception), line)

    def test_outputs_are_those_of_the_command(self) -> None:
        lines = program("transduce", "--run", MEMBERS[0], "--inputs", str(FOLDER / "inputs.txt"), "--json", "--beam", "8")
        answers = list(self.transducer.transduce_all((x for x in INPUTS if x), beam=8))
        self.assertEqual([answer.input for answer in answers], [x for x in INPUTS if x])
        self.assertEqual([line["x"] for line in lines], [x for x in INPUTS if x])
        for line, answer in zip(lines, answers):
            self.assertEqual(len(line["outputs"]), len(answer))
            for output, own in zip(line["outputs"], answer):
                self.assertEqual(own.output, output["y"])
                self.assertEqual(own.probability, output["probability"])
                self.assertEqual(own.probability_error, output["probabilityError"])
                self.assertEqual((own.log_p, own.log_p_error), (output["logP"], output["standardError"]))
                self.assertEqual((own.exact, own.votes), (output["exact"], None))
                self.assertEqual(" ".join(own.marks), output.get("marks", ""))
        one = self.transducer.transduce(INPUTS[0], beam=8)
        self.assertEqual(one, answers[0])
        self.assertEqual(one.best, one[0])
        self.assertEqual(one[:2], one.outputs[:2])

    def test_alignments_are_those_of_the_command(self) -> None:
        pairs = str(FOLDER / "pairs.tsv")
        lines = program("align", "--run", MEMBERS[0], "--pairs", pairs, "--format", "jsonl", "--samples", "16")
        for line, answer in zip(lines, self.transducer.align_all(PAIRS, samples=16)):
            self.assertEqual((answer.x, answer.y), (line["x"], line["y"]))
            self.assertEqual([path.weight for path in answer.paths], [path["weight"] for path in line["paths"]])
            self.assertEqual(
                [(path.log_q, path.log_p, " ".join(path.marks)) for path in answer.paths],
                [(path["logQ"], path["logP"], path["marks"]) for path in line["paths"]],
            )
            self.assertEqual(
                [(list(step.x), list(step.y), list(step.marks), step.probability) for step in answer.steps],
                [
                    (each["x"], each["y"], each["marks"], each.get("probability"))
                    for each in line["paths"][0]["operations"]
                ],
            )
            self.assertEqual(
                [(link.x, link.y, link.probability) for link in answer.links],
                [(link.get("x"), link.get("y"), link["probability"]) for link in line["links"]],
            )
            self.assertEqual("".join(symbol for step in answer.steps for symbol in step.y), answer.y)
            self.assertEqual([row[0] for row in answer.rows], ["x", "y", "p"])
            self.assertEqual(str(answer).splitlines(), list(answer.rows))
        self.assertEqual(len(lines), len(PAIRS))
        self.assertEqual(len(self.transducer.align("ab", "c", best=True).paths), 1)

    def test_scores_are_those_of_the_command(self) -> None:
        lines = program("score", "--run", MEMBERS[0], "--pairs", str(FOLDER / "pairs.tsv"), "--json")
        answers = list(self.transducer.score_all(PAIRS))
        self.assertEqual(
            [(each.x, each.y, each.value, each.standard_error) for each in answers],
            [(line["x"], line["y"], line["logP"], line["standardError"]) for line in lines],
        )
        self.assertEqual(float(answers[0]), answers[0].value)

    def test_exact_score_is_the_sum_of_exact_paths(self) -> None:
        paths = self.transducer.align("bab", "cd", exact=True).paths
        total = math.log(sum(math.exp(path.log_p) for path in paths))
        score = self.transducer.score("bab", "cd", exact=True)
        self.assertAlmostEqual(score.value, total, places=5)
        self.assertEqual(score.standard_error, 0)
        self.assertEqual(str(len(paths)), self.transducer.lattice("bab", "cd")["paths"])

    def test_large_lattice_has_all_its_arcs(self) -> None:
        lattice = self.transducer.lattice("ab" * 30, "cd" * 30)
        graph = lattice["graph"]
        self.assertEqual((len(graph["states"]), len(graph["arcs"])), (lattice["states"], lattice["arcs"]))
        self.assertGreater(len(json.dumps(lattice)), 1 << 20)
        ways = [1] + [0] * (lattice["states"] - 1)
        for arc in graph["arcs"]:  # states are numbered topologically, and arcs by their states
            ways[arc["to"]] += ways[arc["from"]]
        total = sum(count for count, state in zip(ways, graph["states"]) if state["final"])
        self.assertEqual(str(total), lattice["paths"])
        small = self.transducer.lattice("ab" * 30, "cd" * 30, graph=False)
        self.assertNotIn("graph", small)
        self.assertEqual([small], list(self.transducer.lattice_all([("ab" * 30, "cd" * 30)], graph=False)))

    def test_texts_of_any_script_come_back(self) -> None:
        for text in ["𐍈", "कि", "شب"]:
            self.assertEqual(self.transducer.transduce(text).input, text)
        self.assertEqual(self.transducer.score("a", "e\u0301").y, "\u00e9")

    def test_impossible_questions_are_errors_with_the_line_of_the_program(self) -> None:
        ask = self.transducer
        self.assert_error("the machine reads no 'q'", lambda: ask.transduce("aqb"))
        self.assert_error("the machine has no output symbol q", lambda: ask.score("a", "q"))
        self.assert_error(
            "transduce.x has the control character U+0009; a text is one line without tabs; remove it",
            lambda: ask.transduce("a\tb"),
        )
        self.assert_error(
            "score.y has the control character U+000A; a text is one line without tabs; remove it",
            lambda: ask.score("a", "c\n"),
        )
        self.assert_error(
            "transduce.x has the unpaired surrogate U+D800; a text is one line without tabs; remove it",
            lambda: ask.transduce("\ud800"),
        )
        self.assert_error(
            "transduce.x has 10001 characters, more than the 10000 that a request may have; shorten it",
            lambda: ask.transduce("a" * 10001),
        )
        self.assert_error(
            "transduce.nbest is 0, expected a whole number from 1 to 1000", lambda: ask.transduce("a", nbest=0)
        )
        self.assert_error(
            "align has no field 'maxPath' (did you mean 'maxPaths'?); its fields are x, y, samples, refine, seed, exact,"
            " maxPaths, best",
            lambda: ask.align("a", "c", max_path=3),  # type: ignore
        )
        with self.assertRaisesRegex(TypeError, "^x must be a str, not bytes$"):
            ask.transduce(b"a")  # type: ignore
        with self.assertRaises(ValueError):
            ask.transduce("a", mass=math.nan)
        self.assertEqual(ask.transduce("aqb", unknown="copy").input, "aqb")

    def test_iterators_raise_or_report_errors(self) -> None:
        inputs = ["ab", "q", "b", "\t"]
        with self.assertRaisesRegex(EspalierError, "^the machine reads no 'q'$"):
            list(self.transducer.transduce_all(inputs))
        failed: List[str] = []
        answers = list(self.transducer.transduce_all(inputs, on_error=lambda x, error: failed.append(x)))
        self.assertEqual([answer.input for answer in answers], ["ab", "b"])
        self.assertEqual(failed, ["q", "\t"])
        self.assertEqual(list(self.transducer.transduce_all([])), [])

    def test_iterators_take_questions_as_they_are_needed(self) -> None:
        taken: List[int] = []

        def endless() -> Any:
            while True:
                taken.append(1)
                yield "ab", "c"

        scores = self.transducer.score_all(endless(), samples=1)
        self.assertEqual(taken, [])
        self.assertEqual(next(scores), next(scores))
        scores.close()  # type: ignore
        self.assertLess(len(taken), 5000)
        self.assertEqual(self.transducer.transduce("ab").input, "ab")

    def test_threads_get_their_own_answers(self) -> None:
        expected = {pair: self.transducer.score(*pair, samples=4) for pair in PAIRS}
        wrong: List[Any] = []

        def ask(offset: int) -> None:
            for k in range(20):
                pair = PAIRS[(offset + k) % len(PAIRS)]
                found = self.transducer.score(*pair, samples=4)
                if found != expected[pair]:
                    wrong.append((pair, found))

        threads = [threading.Thread(target=ask, args=(offset,)) for offset in range(len(PAIRS))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_results_are_immutable(self) -> None:
        score = self.transducer.score("ab", "c")
        with self.assertRaises(dataclasses.FrozenInstanceError):
            score.value = 0  # type: ignore

    def test_a_single_run_has_no_vote(self) -> None:
        self.assert_error(
            f"{MEMBERS[0]} is a single run, and a vote needs an ensemble; name its folder, or several runs",
            lambda: self.transducer.transduce("ab", vote=True),
        )


class EnsembleTest(unittest.TestCase):
    def test_members_vote_as_in_the_command(self) -> None:
        command = ["transduce", "--run", ENSEMBLE, "--inputs", str(FOLDER / "inputs.txt"), "--json", "--beam", "8"]
        lines = program(*command, "--vote")
        with Transducer(*MEMBERS, vote=True, timeout=300) as transducer:
            for line, answer in zip(lines, transducer.transduce_all((x for x in INPUTS if x), beam=8)):
                self.assertEqual(
                    [(each.output, each.votes, each.probability) for each in answer],
                    [(each["y"], each["votes"], each["probability"]) for each in line["outputs"]],
                )
            self.assertIsNone(transducer.transduce("ab", vote=False).best.votes)


#: A program that asks one question, prints the number of espalier's process, and ends without closing.
LEAVE_OPEN = """
import os, signal, sys
from espalier import Transducer
transducer = Transducer(sys.argv[1])
transducer.score("ab", "c", samples=1)
print(transducer._program.pid, flush=True)
sys.stdin.readline()
if sys.argv[2] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


class EndTest(unittest.TestCase):
    """Ways in which the program, the transducer or Python may end."""

    def test_close_ends_the_program(self) -> None:
        with Transducer(MEMBERS[0], seed=3) as transducer:
            first = transducer.score("ab", "c")
            process = transducer._program._process
        self.assertIsNotNone(process.returncode)
        transducer.close()
        with self.assertRaisesRegex(ProcessError, "^the transducer is closed; open another one$"):
            transducer.score("ab", "c")
        line = program("score", "--run", MEMBERS[0], "--x", "ab", "--y", "c", "--json", "--seed", "3")[0]
        self.assertEqual(first.value, line["logP"])

    def test_collection_ends_the_program(self) -> None:
        transducer = Transducer(MEMBERS[0])
        process = transducer._program._process
        transducer.score("ab", "c", samples=1)
        del transducer
        gc.collect()
        self.assertEqual(process.wait(timeout=120), 0)

    @unittest.skipUnless(hasattr(os, "pidfd_open"), "needs Linux")
    def test_the_end_of_python_ends_the_program(self) -> None:
        for end in ["regular", "killed"]:
            with self.subTest(end=end):
                python = subprocess.Popen(
                    [sys.executable, "-c", LEAVE_OPEN, MEMBERS[0], end],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": str(PACKAGE)},
                )
                with python:
                    assert python.stdin is not None and python.stdout is not None
                    started = os.pidfd_open(int(python.stdout.readline()))
                    try:
                        python.stdin.write(b"\n")
                        python.stdin.close()
                        self.assertEqual(python.wait(120), 0 if end == "regular" else -signal.SIGKILL)
                        ended, _, _ = select.select([started], [], [], 120)
                        self.assertEqual(ended, [started])
                    finally:
                        os.close(started)

    @unittest.skipIf(os.name == "nt", "needs signals")
    def test_a_late_answer_is_dropped_and_a_lost_program_is_reported(self) -> None:
        transducer = Transducer(MEMBERS[0], timeout=0.001)
        with self.assertRaises(AnswerTimeout) as late:
            transducer.transduce("bab")
        self.assertEqual(str(late.exception), "no answer after 0.001 seconds; wait longer (timeout), or ask for less")
        self.assertIsInstance(late.exception, TimeoutError)
        transducer._timeout = 300
        self.assertEqual(transducer.transduce("ab").input, "ab")
        answers = transducer.transduce_all(["ab"] * 5000)
        next(answers)
        os.kill(transducer._program.pid, signal.SIGKILL)
        with self.assertRaises(ProcessError) as lost:
            list(answers)
        self.assertEqual(str(lost.exception), "the program ended with exit code -9")
        self.assertEqual(lost.exception.exit_code, -9)
        with self.assertRaisesRegex(ProcessError, "^the program ended with exit code -9$"):
            transducer.transduce("ab")
        transducer.close()

    def test_a_program_that_cannot_start_gives_its_last_line(self) -> None:
        with Transducer(str(FOLDER / "nowhere"), timeout=300) as transducer:
            with self.assertLogs("espalier", "INFO") as logged, self.assertRaises(ProcessError) as caught:
                transducer.transduce("ab")
        line = f"{FOLDER / 'nowhere'} is not the folder of a run: there is no such folder; check the path"
        self.assertEqual(str(caught.exception), line)
        self.assertEqual(caught.exception.exit_code, 1)
        self.assertEqual([record.getMessage() for record in logged.records], [line])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_forked_process_neither_uses_nor_holds_the_program(self) -> None:
        transducer = Transducer(MEMBERS[0])
        transducer.score("ab", "c", samples=1)
        said, say = os.pipe()
        wait, end = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(end)
                try:
                    transducer.score("ab", "c")
                    line = "answered"
                except ProcessError as e:
                    line = str(e)
                transducer.close()
                os.write(say, line.encode())
                os.close(say)
                os.read(wait, 1)
            finally:
                os._exit(0)
        os.close(say)
        os.close(wait)
        line = os.read(said, 1000).decode()
        self.assertEqual(line, "the transducer was opened before this process was forked; open another one here")
        self.assertEqual(transducer.score("ab", "c", samples=1).x, "ab")
        process = transducer._program._process
        transducer._program._stop(ProcessError("end"))
        self.assertEqual(process.wait(120), 0)  # its standard input has ended, although the forked process lives
        transducer.close()
        os.close(end)
        os.close(said)
        os.waitpid(child, 0)


class ProgramTest(unittest.TestCase):
    """How the program is found."""

    def assert_error(self, line: str, command: Any, environment: Dict[str, str]) -> None:
        with self.assertRaises(ProcessError) as caught:
            find_program(command, environment)
        self.assertEqual(str(caught.exception), line)

    def test_argument_comes_before_variable_before_path(self) -> None:
        python = os.path.abspath(sys.executable)
        with tempfile.TemporaryDirectory() as folder:
            on_path = Path(folder) / ("espalier.exe" if os.name == "nt" else "espalier")
            on_path.write_text("#!/bin/sh\n")
            on_path.chmod(0o755)
            environment = {"PATH": folder}
            self.assertEqual(find_program(None, environment), [str(on_path)])
            environment["ESPALIER"] = python
            self.assertEqual(find_program(None, environment), [python])
            self.assertEqual(find_program(on_path, environment), [str(on_path)])
            self.assertEqual(find_program([python, "-I"], environment), [python, "-I"])

    def test_a_missing_program_is_an_error_that_says_what_to_do(self) -> None:
        self.assert_error(
            "command is 'no/such/program', which is no program that can be run; name the program espalier",
            "no/such/program",
            {},
        )
        self.assert_error("command is an empty list; give the program and its first arguments", [], {})
        self.assert_error(
            "the environment variable ESPALIER is 'gone', which is no program that can be run; name the program espalier",
            None,
            {"ESPALIER": "gone"},
        )
        self.assert_error(
            "found no program 'espalier' on the PATH; install Espalier, set the environment variable ESPALIER to the"
            " program, or pass command=",
            None,
            {"PATH": "", "ESPALIER": ""},
        )
        with self.assertRaisesRegex(TypeError, "^a Transducer needs the folder of a run$"):
            Transducer()

    def test_a_batch_file_gets_no_folder_that_it_would_misread(self) -> None:
        require_safe_for_batch([r"C:\espalier\espalier.cmd", "ask", "--run", r"C:\my runs\ü"])
        require_safe_for_batch(["/usr/bin/espalier", "a&b"])
        with self.assertRaises(ProcessError) as caught:
            require_safe_for_batch([r"C:\espalier\ESPALIER.CMD", "ask", "--run", "a&b"])
        self.assertEqual(
            str(caught.exception),
            "'a&b' has a character that a batch file of Windows cannot receive; rename the folder",
        )


if __name__ == "__main__":
    unittest.main()
