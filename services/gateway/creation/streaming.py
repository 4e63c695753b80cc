"""The stream of a note: `data: {JSON}` for each event, each with its id, and `data: [DONE]` at its proper end."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from fastapi.sse import format_sse_event
from reflow.v1 import events_pb2

from services.common.errors import ReflowError
from services.gateway import spelling, wording
from services.gateway.answering import told
from services.gateway.creation.cursor import START, Cursor
from services.gateway.creation.events import ErrorTold, NoteEvent
from services.gateway.creation.facts import tell
from services.gateway.creation.telling import Telling
from services.gateway.streaming import EventStream, Silence, paced, stream_headers
from services.gateway.surroundings import Surroundings
from services.gateway.watching import follow

DONE = b"data: [DONE]\n\n"


def note_stream(world: Surroundings, run_id: str, thread_id: str, after: Cursor) -> EventStream:
    """Return the response that tells what happens to a note behind *after*, until it is done, or asks."""
    return EventStream(_told(world, run_id, thread_id, after), headers=stream_headers(run_id, thread_id))


async def _told(world: Surroundings, run_id: str, thread_id: str, after: Cursor) -> AsyncGenerator[bytes, None]:
    settings, teller = world.settings, _Teller(after, world.expose_details)
    # From the first fact on, whatever is known: later ones are spelled with what earlier ones said.
    batches = follow(world.upstream, run_id, START.sequence, settings.watch_tries)
    try:
        async with aclosing(paced(batches, settings.comment_seconds, world.stopping)) as items:
            async for item in items:
                match item:
                    case Silence.IDLE:
                        yield format_sse_event(comment=wording.IDLE)
                    case Silence.STOPPING:
                        yield format_sse_event(comment=wording.STOPPING)
                        return
                    case facts:
                        if spelled := teller.spell(facts):
                            yield spelled
    except ReflowError as error:
        value = told(error, world, session_id=thread_id, run_id=run_id)
        code, message = value["code"], value["message"]
        lost = ErrorTold(timestamp=value["timestamp"], code=code, message=message, error=value)
        yield encode(lost)
    yield DONE


class _Teller:
    """Spells facts in order, and lets through what lies behind *after*."""

    def __init__(self, after: Cursor, expose_details: bool) -> None:
        self._after = after
        self._expose = expose_details
        self._telling = Telling()

    def spell(self, facts: Iterable[events_pb2.RunEvent]) -> bytes:
        return b"".join(self._fact(fact) for fact in facts)

    def _fact(self, fact: events_pb2.RunEvent) -> bytes:
        self._telling, events = tell(self._telling, fact, expose_details=self._expose)
        numbered = ((Cursor(fact.sequence, index), event) for index, event in enumerate(events, start=1))
        return b"".join(encode(event, at) for at, event in numbered if at > self._after)


def encode(event: NoteEvent, at: Cursor | None = None) -> bytes:
    """Return *event* as it goes over the wire; one of the gateway's own has no id (WHATWG HTML, 9.2.6)."""
    name = b"" if at is None else f"id: {at}\n".encode()
    return b"%bdata: %b\n\n" % (name, spelling.dump(event.plain()))
