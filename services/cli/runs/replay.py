"""`reflow runs replay`: the events of a run as a timeline, or its state after one of them."""

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

from services.cli.errors import SIGNALLED, CommandFailed, Interrupted, bad_input
from services.cli.given_options import GivenOptions
from services.cli.rendering.display import Spinner
from services.cli.rendering.history import RunHistory, evolve_history
from services.cli.rendering.run_page import format_answer_hint
from services.cli.rendering.statuses import FINAL_STATUSES
from services.cli.rendering.timeline import Timeline
from services.cli.rendering.times import to_datetime
from services.cli.runs.details import show_run
from services.cli.runs.lookup import find_run
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from services.cli.session.client import Client

# Polling interval of a run that waits for an answer, in seconds.
POLL_SECONDS = 1.0
_CONTINUES = Text("运行仍在进行；加 --follow 可以一直看到结束。", "It has not ended; --follow watches it to its end.")
_NO_SUCH_EVENT = Text("这次运行到目前只有 {last} 个事件。", "This run has no event after {last} so far.")

_STOPPED_WATCHING = Text("已停止观察；这次运行没有被取消。", "Stopped watching; the run was not cancelled.")


@dataclass(frozen=True, slots=True)
class ReplayArguments:
    """Arguments of `reflow runs replay`; *at* and *first* are None if absent."""

    run_id: str
    at: int | None
    first: int | None
    follow: bool
    as_json: bool
    data: Path | None
    lang: Language | None = None

    @property
    def given(self) -> GivenOptions:
        """Options that suggested commands repeat."""
        return GivenOptions(self.data, None, self.lang)


async def replay_run(arguments: ReplayArguments, language: Language) -> None:
    """Print the timeline of a run, or its state after one event. Raises RUN_UNKNOWN and INVALID_INPUT_FORMAT."""
    if arguments.at is not None:
        if arguments.follow or arguments.first is not None:
            raise bad_input("--at 不能和 --from、--follow 一起用。", "--at goes with neither --from nor --follow.")
        await show_run(arguments.given, arguments.run_id, language, as_json=arguments.as_json, at=arguments.at)
        return
    try:
        await _print_events(arguments, language)
    except Interrupted as stopped:
        if not arguments.follow:
            raise
        raise CommandFailed(_STOPPED_WATCHING, SIGNALLED + stopped.number) from None


async def _print_events(arguments: ReplayArguments, language: Language) -> None:
    """Print the timeline of a run from the requested event on."""
    spinner = Spinner(language)
    with handle_signals(), spinner:
        async with open_client(find_data_folder(arguments.data), spinner.show_startup, language) as client:
            run = await client.get_run(await find_run(client, arguments.run_id))
            printer = _Printer(run, arguments, language, spinner)
            async with aclosing(_watch_events(client, run, follow=arguments.follow)) as events:
                async for event in events:
                    printer.print(event)
            if not arguments.as_json and not arguments.follow:
                _print_hint(run, arguments.given, language)


def _parse_first(arguments: ReplayArguments, run: orchestrator_pb2.Run) -> int:
    """Return the first sequence. Raises INVALID_INPUT_FORMAT for one that *run* will never have."""
    first, last = arguments.first or 1, run.last_sequence
    if first > last and (not arguments.follow or run.status in FINAL_STATUSES):
        text = Text(_NO_SUCH_EVENT.zh.format(last=last), _NO_SUCH_EVENT.en.format(last=last))
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="from")
    return first


class _Printer:
    """Prints events, one per line, from the requested one on; the earlier ones only build the state."""

    def __init__(
        self, run: orchestrator_pb2.Run, arguments: ReplayArguments, language: Language, spinner: Spinner
    ) -> None:
        self._as_json = arguments.as_json
        self._first = _parse_first(arguments, run)
        self._spinner = spinner
        self._console = Console(highlight=False) if sys.stdout.isatty() else None
        duration = (to_datetime(run.updated_at) - to_datetime(run.created_at)).total_seconds()
        self._timeline = Timeline(language, self._console.width if self._console else None, duration)
        self._history = RunHistory()

    def print(self, event: events_pb2.RunEvent) -> None:
        before, self._history = self._history, evolve_history(self._history, event)
        if event.sequence < self._first:
            return
        self._spinner.finish()
        if self._as_json:
            self._write(json.dumps(MessageToDict(event), ensure_ascii=False))
            return
        line = self._timeline.line(before, self._history, event)
        if self._console is None:
            self._write(line.plain)
        else:
            self._console.print(line, no_wrap=True, crop=True)

    def _write(self, line: str) -> None:
        """Print *line* and flush it: a reader of a pipe waits for it."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


async def _watch_events(
    client: "Client", run: orchestrator_pb2.Run, *, follow: bool
) -> AsyncGenerator[events_pb2.RunEvent, None]:
    """Yield the events of *run*; with *follow* also the later ones, across its questions, to its end."""
    last_sequence = 0
    while True:
        async with aclosing(client.watch_run(run.run_id, last_sequence)) as watched:
            async for event in watched:
                last_sequence = event.sequence
                yield event
                if event.HasField("run_ended") or (not follow and last_sequence >= run.last_sequence):
                    return
        if not follow:
            return
        await asyncio.sleep(POLL_SECONDS)  # it waits for an answer


def _print_hint(run: orchestrator_pb2.Run, given: GivenOptions, language: Language) -> None:
    if run.HasField("pending"):
        print(format_answer_hint(run, given, language))
    elif run.status not in FINAL_STATUSES and sys.stdout.isatty():
        Console(highlight=False).print(Styled(_CONTINUES.pick(language), "dim"))
