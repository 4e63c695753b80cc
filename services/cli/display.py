"""How a run is shown: live in a terminal, as plain lines, or as JSON; one of them for each command."""

import json
import sys
from pathlib import Path
from typing import Protocol, Self

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2
from rich.console import Console
from rich.status import Status

from services.cli.closing import closing_lines
from services.cli.live import LiveRun
from services.cli.narrating import narrate
from services.cli.view import RunView
from services.common.language import Language, Text


class Display(Protocol):
    """Shows one run. A context: what it holds of the terminal is given back at its end."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...

    def starting(self, text: Text) -> None:
        """Show what happens before the run."""

    def recalled(self, view: RunView) -> None:
        """Take up a run whose lines so far were shown before."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        """Show the run after *event*."""

    def saved(self, view: RunView, path: Path, go_on: str) -> None:
        """Show the end of a run whose work lies at *path*; *go_on* is the command to go on with, "" for none."""

    def finish(self) -> None:
        """Leave what is shown as it stands, until there is more to show."""


class LiveDisplay(LiveRun):
    """Everything in place, in the terminal."""

    def saved(self, view: RunView, path: Path, go_on: str) -> None:
        self.finish()
        for line in closing_lines(view, go_on, self.language):
            self.console.print(line, highlight=False, soft_wrap=True)
        _say(str(path))


class Waiting:
    """A spinner on stderr while the system starts, where a person sees stderr."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._console = Console(stderr=True)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def starting(self, text: Text) -> None:
        """Show *text* beside the spinner."""
        if not sys.stderr.isatty():
            return
        if self._status is None:
            self._status = self._console.status("")
            self._status.start()
        self._status.update(text.pick(self._language))

    def recalled(self, view: RunView) -> None:
        """Take up a run: of what was shown before nothing is left to do."""

    def finish(self) -> None:
        """Take the spinner away."""
        if self._status is not None:
            self._status.stop()
            self._status = None


class PlainDisplay(Waiting):
    """One line after another, without control codes."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        self.finish()
        for line in narrate(view, event, self._language):
            _say(line)

    def saved(self, view: RunView, path: Path, go_on: str) -> None:
        for line in closing_lines(view, go_on, self._language):
            _say(line.plain)
        _say(str(path))


class JsonDisplay(Waiting):
    """One event a line and nothing else on stdout; where the work lies is told on stderr."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        self.finish()
        _say(json.dumps(MessageToDict(event), ensure_ascii=False))

    def saved(self, view: RunView, path: Path, go_on: str) -> None:
        sys.stderr.write(f"{path}\n")


def choose_display(language: Language, *, as_json: bool) -> Display:
    """Return the display for this stdout."""
    if as_json:
        return JsonDisplay(language)
    console = Console()
    # Asked of stdout itself: FORCE_COLOR would make rich take a pipe for a terminal.
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        return LiveDisplay(console, language)
    return PlainDisplay(language)


def _say(line: str) -> None:
    """Write *line* at once: whoever reads a pipe is waiting for it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
