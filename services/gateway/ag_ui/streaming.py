"""The stream of a run of the protocol: from RUN_STARTED to its one last event."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from ag_ui.core import BaseEvent, CustomEvent, RunErrorEvent
from ag_ui.encoder import EventEncoder
from fastapi.sse import format_sse_event
from reflow.v1 import events_pb2

from services.common.errors import Code, ReflowError
from services.gateway import wording
from services.gateway.ag_ui import wording as own
from services.gateway.ag_ui.fold import fold
from services.gateway.ag_ui.framing import opened
from services.gateway.ag_ui.told import Asking, Told, nothing_told, taken_up
from services.gateway.answering import told as recorded
from services.gateway.streaming import EventStream, Silence, paced, stream_headers
from services.gateway.surroundings import Surroundings
from services.gateway.watching import follow

WARNING = "reflow.warning"

_ENCODER = EventEncoder()


def ag_ui_stream(world: Surroundings, asking: Asking, after_key: str, warnings: tuple[str, ...]) -> EventStream:
    """Return the response that tells a run behind the question *after_key* ("": from its beginning), to its end or
    its next question.
    """  # noqa: D205  # one sentence
    source = _told(world, asking, after_key, warnings)
    return EventStream(source, headers=stream_headers(asking.run_id, asking.thread_id))


async def _told(
    world: Surroundings, asking: Asking, after_key: str, warnings: tuple[str, ...]
) -> AsyncGenerator[bytes, None]:
    settings, teller = world.settings, _Teller(asking, after_key, warnings)
    yield encoded(teller.begin())
    batches = follow(world.upstream, asking.run_id, 0, settings.watch_tries)
    try:
        async with aclosing(paced(batches, settings.comment_seconds, world.stopping)) as items:
            async for item in items:
                match item:
                    case Silence.IDLE:
                        yield format_sse_event(comment=wording.IDLE)
                    case Silence.STOPPING:
                        yield encoded([_lost(own.STOPPING.pick(asking.language))])
                        return
                    case facts:
                        yield encoded(teller.tell(facts))
                if teller.over:
                    return
        failure = ReflowError(Code.QUESTION_UNKNOWN, own.NOT_AN_INTERRUPT)
    except ReflowError as error:
        failure = error
    yield encoded([*teller.begin_anyway(), _failed(failure, asking, world)])


class _Teller:
    """Folds the facts of a run, and tells those behind the question *after_key*."""

    def __init__(self, asking: Asking, after_key: str, warnings: tuple[str, ...]) -> None:
        self._told: Told = nothing_told(asking)
        self._after_key = after_key
        self._warnings = warnings
        self._begun = False

    @property
    def over(self) -> bool:
        """Whether the last event was told."""
        return self._begun and self._told.over

    def begin(self) -> list[BaseEvent]:
        """Return the first events, where nothing has to be read before them."""
        return [] if self._after_key else self.begin_anyway()

    def begin_anyway(self) -> list[BaseEvent]:
        """Return the first events, unless they were told."""
        if self._begun:
            return []
        self._begun = True
        return [*opened(self._told), *(CustomEvent(name=WARNING, value=text) for text in self._warnings)]

    def tell(self, facts: Iterable[events_pb2.RunEvent]) -> list[BaseEvent]:
        """Return the events for *facts*, those before the beginning left out."""
        told: list[BaseEvent] = []
        for fact in facts:
            self._told, spoken = fold(self._told, fact)
            if self._begun:
                told += spoken
                continue
            asked = fact.question_asked.question.key
            self._told = taken_up(self._told)
            if asked == self._after_key:
                told += self.begin_anyway()
        return told


def encoded(events: Iterable[BaseEvent]) -> bytes:
    """Return *events* as they go over the wire."""
    return "".join(_ENCODER.encode(event) for event in events).encode()


def _failed(error: ReflowError, asking: Asking, world: Surroundings) -> RunErrorEvent:
    """Return that the run cannot be told any further."""
    value = recorded(error, world, session_id=asking.thread_id, run_id=asking.run_id)
    broken = error.code is Code.SSE_CONNECTION_ERROR
    message = own.BROKEN.pick(asking.language) if broken else value["message"]
    return RunErrorEvent(message=message, code=value["code"], metadata={"reflow": {"error": value}})


def _lost(message: str) -> RunErrorEvent:
    return RunErrorEvent(message=message, code=Code.SSE_CONNECTION_ERROR.value)
