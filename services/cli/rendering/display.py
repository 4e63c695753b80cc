"""Displays of a run: live in a terminal, plain lines, or JSON."""

import json
import sys
from pathlib import Path
from typing import Protocol, Self

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2
from rich.console import Console
from rich.status import Status

from services.cli.rendering.live import LiveRun
from services.cli.rendering.plain import render_event
from services.cli.rendering.summary import summary_lines
from services.cli.rendering.view import RunView
from services.common.text.language import Language, Text


class Display(Protocol):
    """Displays one run. A context manager that restores the terminal at its end."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...

    def show_startup(self, text: Text) -> None:
        """Display the progress of the startup."""

    def resume(self, view: RunView) -> None:
        """Resume a run whose lines so far were displayed before."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        """Display the run after *event*."""

    def show_result(self, view: RunView, path: Path, go_on: str) -> None:
        """Display the end of a run with its result at *path*; *go_on* is the command to continue, "" for none."""

    def finish(self) -> None:
        """Stop the updates until there is more to display."""


class LiveDisplay(LiveRun):
    """Updates in place, in the terminal."""

    def show_result(self, view: RunView, path: Path, go_on: str) -> None:
        self.finish()
        for line in summary_lines(view, go_on, self.language):
            self.console.print(line, highlight=False, soft_wrap=True)
        _print_line(str(path))


class Spinner:
    """Spinner on stderr while the system starts, if stderr is a terminal."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._console = Console(stderr=True)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def show_startup(self, text: Text) -> None:
        """Display *text* next to the spinner."""
        if not sys.stderr.isatty():
            return
        if self._status is None:
            self._status = self._console.status("")
            self._status.start()
        self._status.update(text.pick(self._language))

    def resume(self, view: RunView) -> None:
        """Resume a run; nothing is redrawn."""

    def finish(self) -> None:
        """Remove the spinner."""
        if self._status is not None:
            self._status.stop()
            self._status = None


class PlainDisplay(Spinner):
    """Plain lines without control codes."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        self.finish()
        for line in render_event(view, event, self._language):
            _print_line(line)

    def show_result(self, view: RunView, path: Path, go_on: str) -> None:
        for line in summary_lines(view, go_on, self._language):
            _print_line(line.plain)
        _print_line(str(path))


class JsonDisplay(Spinner):
    """One event per line and nothing else on stdout; the path of the result on stderr."""

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        self.finish()
        _print_line(json.dumps(MessageToDict(event), ensure_ascii=False))

    def show_result(self, view: RunView, path: Path, go_on: str) -> None:
        sys.stderr.write(f"{path}\n")


def choose_display(language: Language, *, as_json: bool) -> Display:
    """Return the display for this stdout."""
    if as_json:
        return JsonDisplay(language)
    console = Console()
    return LiveDisplay(console, language) if is_live(console) else PlainDisplay(language)


def is_live(console: Console) -> bool:
    """Whether a run is displayed live on the *console* of stdout."""
    # Checked on stdout itself: with FORCE_COLOR rich treats a pipe as a terminal.
    return sys.stdout.isatty() and not console.is_dumb_terminal


def _print_line(line: str) -> None:
    """Print *line* and flush it: a reader of a pipe waits for it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
