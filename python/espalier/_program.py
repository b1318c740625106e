"""Finds the program, and holds one process of it open."""

from __future__ import annotations

import itertools
import json
import logging
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import weakref
from concurrent.futures import Future
from typing import IO, Any, Dict, List, Mapping, Optional, Sequence, Union

from ._errors import ProcessError

Command = Union[str, "os.PathLike[str]", Sequence[str]]
Answer = Dict[str, Any]

_LOG = logging.getLogger("espalier")

#: The environment variable that names the program.
_VARIABLE = "ESPALIER"

#: The seconds in which a process that is closed may end by itself.
_GRACE = 5.0

#: The largest number of requests that are sent together.
_TOGETHER = 256

#: Characters that the command interpreter of Windows does not pass on to a batch file as they are.
_UNSAFE_IN_BATCH = re.compile(r'["%&<>^|!\r\n]')


def find_program(command: Optional[Command] = None, environment: Mapping[str, str] = os.environ) -> List[str]:
    """Returns the words that start the program: `command`, else the variable ESPALIER, else `espalier` on the PATH."""
    path = environment.get("PATH", "")
    if command is not None:
        words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
        if not words:
            raise ProcessError("command is an empty list; give the program and its first arguments")
        return [_executable(words[0], path, "command"), *words[1:]]
    if environment.get(_VARIABLE):
        return [_executable(environment[_VARIABLE], path, "the environment variable " + _VARIABLE)]
    found = shutil.which("espalier", path=path)
    if found is None:
        raise ProcessError(
            "found no program 'espalier' on the PATH; install Espalier, set the environment variable "
            + _VARIABLE
            + " to the program, or pass command="
        )
    return [os.path.abspath(found)]


def _executable(name: str, path: str, origin: str) -> str:
    found = shutil.which(name, path=path)
    if found is None:
        raise ProcessError(f"{origin} is {name!r}, which is no program that can be run; name the program espalier")
    return os.path.abspath(found)


def require_safe_for_batch(words: Sequence[str]) -> None:
    """Refuses arguments that a batch file of Windows would not receive as they are."""
    if words[0].lower().endswith((".cmd", ".bat")):
        for word in words[1:]:
            if _UNSAFE_IN_BATCH.search(word):
                raise ProcessError(
                    f"{word!r} has a character that a batch file of Windows cannot receive; rename the folder"
                )


class Program:
    """One process that answers questions in JSON lines.

    A writer thread sends requests, so that a caller with a timeout never waits for a full pipe. A reader thread gives each
    answer to the caller that waits for its id. Nothing here refers to the object that uses it, so that it can be collected.
    """

    def __init__(self, words: Sequence[str]) -> None:
        require_safe_for_batch(words)
        # The process gets Ctrl-C of the terminal only through us: Python code may catch it and go on asking.
        apart: Dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if sys.platform == "win32"
            else {"start_new_session": True}
        )
        try:
            # Without buffers there are no locks that a forked process could inherit in a wrong state.
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **apart,
            )
        except OSError as e:
            raise ProcessError(f"cannot start {words[0]!r}: {e.strerror or e}") from e
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._waiting: Dict[int, "Future[Answer]"] = {}
        self._end: Optional[ProcessError] = None
        self._last_message = ""
        self._requests: "queue.SimpleQueue[Optional[bytes]]" = queue.SimpleQueue()
        self._messages = threading.Thread(target=self._read_messages, name="espalier-messages", daemon=True)
        self._threads = [
            self._messages,
            threading.Thread(target=self._write, name="espalier-requests", daemon=True),
            threading.Thread(target=self._read, name="espalier-answers", daemon=True),
        ]
        _PROGRAMS.add(self)
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, question: str, fields: Mapping[str, Any]) -> "Future[Answer]":
        """Sends a question and returns its future answer."""
        if os.getpid() != self._owner:
            raise ProcessError("the transducer was opened before this process was forked; open another one here")
        # In ASCII, whatever the locale; with escapes for unpaired surrogates, which the program refuses by name.
        body = json.dumps(fields, allow_nan=False, separators=(",", ":"))
        answer: "Future[Answer]" = Future()
        with self._lock:
            if self._end is not None:
                raise ProcessError(str(self._end), self._end.exit_code)
            number = next(self._ids)
            self._waiting[number] = answer
            self._requests.put(f'{{"id":{number},"{question}":{body}}}\n'.encode("ascii"))
        return answer

    def close(self, grace: float = _GRACE) -> None:
        """Ends the process: its standard input ends, and if it is still there after `grace` seconds it is terminated."""
        if os.getpid() != self._owner:
            return
        self._stop(_closed())
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def abandon(self) -> None:
        """Ends the process without waiting: for garbage collection and the end of the interpreter."""
        if os.getpid() == self._owner and self._stop(_closed()):
            self._process.terminate()

    def _stop(self, end: ProcessError) -> bool:
        """Takes no more questions; returns whether answers were still to come."""
        with self._lock:
            if self._end is None:
                self._end = end
            waiting = list(self._waiting.values())
            self._waiting.clear()
        self._requests.put(None)
        for answer in waiting:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(end)
        return bool(waiting)

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        ends = False
        try:
            while not ends:
                # What waits is sent together, since the program answers together what has arrived together.
                parts = [self._requests.get()]
                while len(parts) < _TOGETHER and not self._requests.empty():
                    parts.append(self._requests.get())
                ends = None in parts
                data = memoryview(b"".join(part for part in parts if part is not None))
                while data:
                    data = data[stream.write(data) :]
        except (OSError, ValueError):
            pass  # The process has ended, and the reader says why.
        finally:
            _close(stream)

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        rest: List[bytes] = []
        try:
            chunk = stream.read(1 << 16)
            while chunk:
                *lines, tail = chunk.split(b"\n")
                for line in lines:
                    rest.append(line)
                    self._answered(b"".join(rest))
                    rest.clear()
                rest.append(tail)
                chunk = stream.read(1 << 16)
        except (OSError, ValueError):
            pass  # Closed while we read.
        self._ended()
        _close(stream)

    def _answered(self, line: bytes) -> None:
        try:
            answer = json.loads(line.decode("utf-8"))
            number = answer.pop("id", 0)
        except (ValueError, AttributeError):
            _LOG.warning("the program printed a line that is no answer: %.200r", line)
            return
        with self._lock:
            waiting = self._waiting.pop(number, None)
        # Nobody waits for an answer that came after its timeout.
        if waiting is not None and waiting.set_running_or_notify_cancel():
            waiting.set_result(answer)

    def _ended(self) -> None:
        """Tells those who wait why the process ended."""
        code = self._process.wait()
        self._messages.join()
        line = self._last_message
        if code not in (1, 2) or not line:
            line = f"the program ended with exit code {code}" + (f"; its last message: {line}" if line else "")
        self._stop(ProcessError(line, code))

    def _read_messages(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        rest = b""
        try:
            chunk = stream.read(1 << 12)
            while chunk:
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._message(line)
                chunk = stream.read(1 << 12)
        except (OSError, ValueError):
            pass  # Closed while we read.
        self._message(rest)
        _close(stream)

    def _message(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").strip()
        if text:
            self._last_message = text[len("espalier: ") :] if text.startswith("espalier: ") else text
            _LOG.info("%s", self._last_message)

    def _forget(self) -> None:
        """Closes the pipes in a forked process, so that the program ends when the process that started it does."""
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            _close(stream)
        # Only the process that started the program can wait for it.
        self._process.returncode = 0


def _closed() -> ProcessError:
    return ProcessError("the transducer is closed; open another one")


def _close(stream: Optional[IO[bytes]]) -> None:
    try:
        if stream is not None:
            stream.close()
    except OSError:
        pass


#: The processes that are open in this process.
_PROGRAMS: "weakref.WeakSet[Program]" = weakref.WeakSet()


def _forget_all() -> None:
    for program in list(_PROGRAMS):
        program._forget()
    _PROGRAMS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
