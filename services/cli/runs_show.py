"""`reflow runs show`, and `replay --at`: a run on one page, as it is now or was after one of its events."""

import json
import shlex
import sys
from contextlib import aclosing
from functools import reduce
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.console import Console, Group, RenderableType

from services.cli import note_markdown
from services.cli.chronicle import Chronicle, recorded
from services.cli.display import Waiting
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.run_page import answer_line, run_page
from services.cli.runs_finding import find_run
from services.cli.timeline import Timeline
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client

_TIMELINE = Text("一步步怎么走的：{command}", "How it went: {command}")
# No line of a page is broken for a reader that is no terminal.
UNBROKEN = 100_000


async def show_run(folder: Path | None, run_id: str, language: Language, *, as_json: bool, at: int = 0) -> None:
    """Print what a run is now, or was after event *at*. Raises RUN_UNKNOWN, and INVALID_INPUT_FORMAT beyond its end."""
    waiting = Waiting(language)
    with interruption(), waiting:
        async with open_client(data_folder(folder), waiting.starting, language) as client:
            run_id = await find_run(client, run_id)
            newest = await client.get_run(run_id)
            run = await client.get_run(run_id, at) if at else newest
            events = [] if as_json else await _events(client, run)
    if as_json:
        print(json.dumps(MessageToDict(run), ensure_ascii=False))
        return
    before = reduce(recorded, events[:-1], Chronicle())
    after = recorded(before, events[-1])
    if at:
        _print(Group(Timeline(language).line(before, after, events[-1]), ""))
    _print(run_page(run, after, newest.last_sequence, language, cut=sys.stdout.isatty()))
    for line in _end(run, after, folder, language, now=not at):
        print(line)


async def _events(client: "Client", run: orchestrator_pb2.Run) -> list[events_pb2.RunEvent]:
    """Return the events of *run* up to its last one."""
    events = list[events_pb2.RunEvent]()
    async with aclosing(client.watch_run(run.run_id)) as watched:
        async for event in watched:
            events.append(event)
            if event.sequence >= run.last_sequence:
                break
    return events


def _print(page: RenderableType) -> None:
    if sys.stdout.isatty():
        Console(highlight=False).print(page)
        return
    drawn = StringIO()
    Console(file=drawn, width=UNBROKEN, color_system=None, highlight=False).print(page)
    for line in drawn.getvalue().splitlines():
        print(line.rstrip())


def _end(
    run: orchestrator_pb2.Run, chronicle: Chronicle, folder: Path | None, language: Language, *, now: bool
) -> list[str]:
    """Return what stands below the page of a run: its note, and how to go on."""
    view, lines = chronicle.view, list[str]()
    note = view.making.standing
    if note is not None and view.ended:
        lines += ["", note_markdown.markdown(note, {}, view.making.purposes, language).rstrip("\n")]
    if now and sys.stdout.isatty():
        command = f"uv run reflow runs replay {run.run_id}"
        lines += [
            "",
            _TIMELINE.pick(language).format(
                command=f"{command} --data {shlex.quote(str(folder))}" if folder else command
            ),
        ]
    if now and run.HasField("pending"):
        lines += [*([] if lines else [""]), answer_line(run, folder, language)]
    return lines
