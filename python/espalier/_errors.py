"""The exceptions of this package. The text of each is one line."""

from __future__ import annotations

from typing import Optional


class EspalierError(Exception):
    """A question that cannot be answered. The text is the line that the program gives as the reason."""


class ProcessError(EspalierError):
    """The program was not found, did not start, or ended before it had answered.

    Attributes:
        exit_code: the program's exit code, negative if a signal ended it; None if it never ran or was closed on purpose.
    """

    def __init__(self, line: str, exit_code: Optional[int] = None) -> None:
        super().__init__(line)
        self.exit_code = exit_code


class AnswerTimeout(EspalierError, TimeoutError):
    """The answer took longer than the timeout. The program is still running, and its late answer is dropped."""
