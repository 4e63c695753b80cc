"""`reflow runs replay`: the events of a run as a timeline, or the run as it was after one of them."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.console import Console
from rich.text import Text as Styled

from services.cli.chronicle import Chronicle, recorded
from services.cli.display import Waiting
from services.cli.failing import SIGNALLED, CommandFailed, Interrupted, bad_input
from services.cli.interrupting import interruption
from services.cli.moments import moment
from services.cli.opening import data_folder, open_client
from services.cli.run_page import answer_line
from services.cli.runs_finding import find_run
from services.cli.runs_show import show_run
from services.cli.statuses import ENDED
from services.cli.timeline import Timeline
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client

# How often a run that waits for a person is looked at.
LOOK_SECONDS = 1.0
_GOES_ON = Text("还在进行；加 --follow 一直看到结束。", "It is still going on; --follow watches it to its end.")
_NOT_THERE = Text("这次运行到目前只有 {last} 个事件。", "This run has no event after {last} so far.")

_STOPPED_LOOKING = Text("不再看了；这次运行没有被取消。", "Stopped looking; the run was not cancelled.")


@dataclass(frozen=True, slots=True)
class Asked:
    """What stood on the command line of `reflow runs replay`; *at* and *first* are None where they were not given."""

    run_id: str
    at: int | None
    first: int | None
    follow: bool
    as_json: bool
    data: Path | None


async def replay_run(asked: Asked, language: Language) -> None:
    """Print the timeline of a run, or its state after one event. Raises RUN_UNKNOWN and INVALID_INPUT_FORMAT."""
    if asked.at is not None:
        if asked.follow or asked.first is not None:
            raise bad_input("--at 不能和 --from、--follow 一起用。", "--at goes with neither --from nor --follow.")
        await show_run(asked.data, asked.run_id, language, as_json=asked.as_json, at=asked.at)
        return
    try:
        await _print_events(asked, language)
    except Interrupted as stopped:
        if not asked.follow:
            raise
        raise CommandFailed(_STOPPED_LOOKING, SIGNALLED + stopped.number) from None


async def _print_events(asked: Asked, language: Language) -> None:
    """Print the timeline of a run from the event on that is asked for."""
    waiting = Waiting(language)
    with interruption(), waiting:
        async with open_client(data_folder(asked.data), waiting.starting, language) as client:
            run = await client.get_run(await find_run(client, asked.run_id))
            printer = _Printer(run, asked, language, waiting)
            async with aclosing(_events(client, run, follow=asked.follow)) as events:
                async for event in events:
                    printer.print(event)
            if not asked.as_json and not asked.follow:
                _tell_how_to_go_on(run, asked.data, language)


def _first(asked: Asked, run: orchestrator_pb2.Run) -> int:
    """Return the sequence to begin with. Raises INVALID_INPUT_FORMAT for one that *run* has not and will not have."""
    first, last = asked.first or 1, run.last_sequence
    if first > last and (not asked.follow or run.status in ENDED):
        text = Text(_NOT_THERE.zh.format(last=last), _NOT_THERE.en.format(last=last))
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="from")
    return first


class _Printer:
    """Prints events, one a line, from the first that is asked for; those before are needed to understand them."""

    def __init__(self, run: orchestrator_pb2.Run, asked: Asked, language: Language, waiting: Waiting) -> None:
        self._as_json = asked.as_json
        self._first = _first(asked, run)
        self._waiting = waiting
        self._console = Console(highlight=False) if sys.stdout.isatty() else None
        lasted = (moment(run.updated_at) - moment(run.created_at)).total_seconds()
        self._timeline = Timeline(language, self._console.width if self._console else None, lasted)
        self._chronicle = Chronicle()

    def print(self, event: events_pb2.RunEvent) -> None:
        before, self._chronicle = self._chronicle, recorded(self._chronicle, event)
        if event.sequence < self._first:
            return
        self._waiting.finish()
        if self._as_json:
            self._write(json.dumps(MessageToDict(event), ensure_ascii=False))
            return
        line = self._timeline.line(before, self._chronicle, event)
        if self._console is None:
            self._write(line.plain)
        else:
            self._console.print(line, no_wrap=True, crop=True)

    def _write(self, line: str) -> None:
        """Write *line* at once: whoever reads a pipe is waiting for it."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


async def _events(
    client: "Client", run: orchestrator_pb2.Run, *, follow: bool
) -> AsyncGenerator[events_pb2.RunEvent, None]:
    """Yield the events that *run* has; with *follow* those to come too, also behind what it asks, to its end."""
    seen = 0
    while True:
        async with aclosing(client.watch_run(run.run_id, seen)) as watched:
            async for event in watched:
                seen = event.sequence
                yield event
                if event.HasField("run_ended") or (not follow and seen >= run.last_sequence):
                    return
        if not follow:
            return
        await asyncio.sleep(LOOK_SECONDS)  # it waits for a person


def _tell_how_to_go_on(run: orchestrator_pb2.Run, data: Path | None, language: Language) -> None:
    if run.HasField("pending"):
        print(answer_line(run, data, language))
    elif run.status not in ENDED and sys.stdout.isatty():
        Console(highlight=False).print(Styled(_GOES_ON.pick(language), "dim"))
