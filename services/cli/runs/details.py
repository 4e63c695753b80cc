"""`reflow runs show` and `replay --at`: a run on one page, in its latest state or after one of its events."""

import json
import sys
from contextlib import aclosing
from functools import reduce
from io import StringIO
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.console import Console, Group, RenderableType

from services.cli.given_options import GivenOptions
from services.cli.rendering import note_markdown
from services.cli.rendering.display import Spinner
from services.cli.rendering.history import RunHistory, evolve_history
from services.cli.rendering.run_page import format_answer_hint, run_page
from services.cli.rendering.timeline import Timeline
from services.cli.runs.lookup import find_run
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from services.cli.session.client import Client

_TIMELINE = Text("执行过程：{command}", "Timeline: {command}")
# Lines are not wrapped if stdout is not a terminal.
UNBROKEN = 100_000


async def show_run(given: GivenOptions, run_id: str, language: Language, *, as_json: bool, at: int = 0) -> None:
    """Print the latest state of a run, or that after event *at*. Raises RUN_UNKNOWN and INVALID_INPUT_FORMAT."""
    spinner = Spinner(language)
    with handle_signals(), spinner:
        async with open_client(find_data_folder(given.data), spinner.show_startup, language) as client:
            run_id = await find_run(client, run_id)
            latest = await client.get_run(run_id)
            run = await client.get_run(run_id, at) if at else latest
            events = [] if as_json else await _load_events(client, run)
    if as_json:
        print(json.dumps(MessageToDict(run), ensure_ascii=False))
        return
    before = reduce(evolve_history, events[:-1], RunHistory())
    after = evolve_history(before, events[-1])
    if at:
        _print_page(Group(Timeline(language).line(before, after, events[-1]), ""))
    _print_page(run_page(run, after, latest.last_sequence, language, cut=sys.stdout.isatty()))
    for line in _footer(run, after, given, language, now=not at):
        print(line)


async def _load_events(client: "Client", run: orchestrator_pb2.Run) -> list[events_pb2.RunEvent]:
    """Return the events of *run* up to its last one."""
    events = list[events_pb2.RunEvent]()
    async with aclosing(client.watch_run(run.run_id)) as watched:
        async for event in watched:
            events.append(event)
            if event.sequence >= run.last_sequence:
                break
    return events


def _print_page(page: RenderableType) -> None:
    if sys.stdout.isatty():
        Console(highlight=False).print(page)
        return
    buffer = StringIO()
    Console(file=buffer, width=UNBROKEN, color_system=None, highlight=False).print(page)
    for line in buffer.getvalue().splitlines():
        print(line.rstrip())


def _footer(
    run: orchestrator_pb2.Run, history: RunHistory, given: GivenOptions, language: Language, *, now: bool
) -> list[str]:
    """Return the lines below the page of a run: its note and the next command."""
    view, lines = history.view, list[str]()
    note = view.progress.current_note
    if note is not None and view.ended:
        lines += ["", note_markdown.render_markdown(note, {}, view.progress.descriptions, language).rstrip("\n")]
    if now and sys.stdout.isatty():
        command = given.format_command(f"runs replay {run.run_id}", has_out=False)
        lines += ["", _TIMELINE.pick(language).format(command=command)]
    if now and run.HasField("pending"):
        lines += [*([] if lines else [""]), format_answer_hint(run, given, language)]
    return lines
