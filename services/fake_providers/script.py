"""What the fake providers do: as usual, or what they were told; and the journal of it all.

How a provider's module uses it. The module has

    DOORS = {"openai.chat": "POST chat/completions", ...}       every door by name, and what comes in there
    def routes(script: Script) -> list[BaseRoute]               those that paint take `pictures.picture` as well

and a handler of a door reads its request, then leaves the rest to the script:

    async def images(request: Request) -> Response:
        body = await request.json()

        async def answer(act: Act) -> Reply:                    # called when nothing else was ordered
            png = ...
            return Reply(JSONResponse(...), paid=True)

        visit = Visit("openai.images", model=body["model"], body=body)
        return await script.serve(request, visit, answer, refused)

`serve` writes the journal, refuses a request without a key (unless started without), keeps the door's rate limit,
takes the next act that fits, waits, hangs, resets, fails in the provider's shape (`refused`: Refusal -> Response) and
breaks bodies in two. What only the door can do is its own, by looking at the act: `answer`, `empty`, `content_filter`,
`usage`, `pause`, `after_chunks` and `cut_after` of a stream, `lasts`, `ends`, `lost`.
A WebSocket, or work that goes on after its request, uses the parts: `open` gives a Turn with its act and entry;
`turn.waited(seconds)`, `turn.ended(answered, status)`.
A provider that keeps work of its own forgets it by `script.when_reset(call)`; one that asks for no key says
`Visit(..., keyless=True)`. A request that nothing can be made of: `script.turned_away(request, visit, response)`.
Replays by idempotency key are the door's own: `script.made(key)` and `script.remember(key, value)`.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse

from services.fake_providers import connections
from services.fake_providers.acts import USUAL, Act, Failure, Limit, Scripted
from services.fake_providers.journal import Entry, Journal, interesting, key_digest, without_pictures

MOST_REMEMBERED = 500


@dataclass(frozen=True)
class Visit:
    """A request at a door; its body as a JSON value, files in it as bytes, data URLs or base64.

    *keyless* for a provider that knows no keys.
    """

    door: str
    model: str = ""
    body: Any = None
    keyless: bool = False


@dataclass(frozen=True)
class Refusal:
    """A failure to be worded by the provider."""

    failure: Failure
    status: int
    message: str


@dataclass(frozen=True)
class Reply:
    """An answer; *paid* when something was produced for it, *replayed* when the same was answered before.

    *answered* is what the journal says of it, where it is more than an answer.
    """

    response: Response
    paid: bool = False
    replayed: bool = False
    answered: str = "answer"


Answer = Callable[[Act], Awaitable[Reply]]
Refused = Callable[[Refusal], Response]

MESSAGES: Mapping[Failure, str] = {
    Failure.KEY: "Incorrect API key provided.",
    Failure.QUOTA: "You exceeded your current quota, please check your plan and billing details.",
    Failure.RATE_LIMIT: "Rate limit reached for requests.",
    Failure.MODEL: "The model does not exist or you do not have access to it.",
    Failure.INVALID: "The request is invalid.",
    Failure.CONTENT: "Your request was rejected as a result of our safety system.",
    Failure.SERVER: "The server had an error while processing your request.",
}


class Turn:
    """One request under way: what it meets, and its line in the journal."""

    def __init__(self, act: Act, entry: Entry, now: Callable[[], float]) -> None:
        self.act = act
        self.entry = entry
        self._now = now

    def ended(self, answered: str, status: int | None = None) -> None:
        """Write down how it ended."""
        self.entry.answered = answered
        self.entry.status = status if status is not None else self.entry.status
        self.entry.ended_at = self._now()

    async def waited(self, request: Request, seconds: float | None) -> bool:
        """Wait so long, for ever for None; False as soon as the caller goes away. The body must have been read."""
        try:
            await asyncio.wait_for(_gone(request), seconds)
        except TimeoutError:
            return True
        return False


class Script:
    """The acts by door, the doors' limits, and the journal. *clock* is monotonic, *now* in seconds of the epoch."""

    def __init__(self, *, key_required: bool, clock: Callable[[], float], now: Callable[[], float]) -> None:
        self.key_required = key_required
        self.clock = clock
        self.now = now
        self.journal = Journal()
        self._acts: dict[str, list[tuple[Act, int]]] = {}
        self._limits: dict[str, tuple[Limit, deque[float]]] = {}
        self._made: dict[str, Any] = {}
        self._when_reset: list[Callable[[], None]] = []

    def tell(self, scripted: Scripted) -> None:
        """Replace what is told to each door of *scripted*; other doors keep theirs."""
        for door, told in scripted.items():
            self._acts[door] = [(act, act.times) for act in told if isinstance(act, Act)]
            limits = [limit for limit in told if isinstance(limit, Limit)]
            self._limits.pop(door, None)
            if limits:
                self._limits[door] = (limits[-1], deque())

    def reset(self) -> None:
        """Be as just started: as usual everywhere, nothing remembered, an empty journal."""
        self._acts.clear()
        self._limits.clear()
        self._made.clear()
        self.journal.clear()
        for forget in self._when_reset:
            forget()

    def when_reset(self, forget: Callable[[], None]) -> None:
        """Have *forget* called at every reset: for what a provider keeps itself."""
        self._when_reset.append(forget)

    def made(self, key: str) -> Any:
        """Return what was made for the idempotency key *key*; None for nothing, or an empty key."""
        return self._made.get(key) if key else None

    def remember(self, key: str, value: Any) -> None:
        """Remember what was made for *key*; the oldest is forgotten when it is too much."""
        if key:
            self._made[key] = value
        if len(self._made) > MOST_REMEMBERED:
            del self._made[next(iter(self._made))]

    def open(self, connection: HTTPConnection, visit: Visit) -> Turn:
        """Write the request down and take the act it meets, whether or not it has a key or keeps the limit."""
        entry = self._written(connection, visit)
        return Turn(self._take(visit, entry), entry, self.now)

    async def serve(self, request: Request, visit: Visit, answer: Answer, refused: Refused) -> Response:
        """Answer a request as the module's docstring says."""
        entry = self._written(request, visit)
        turn = Turn(USUAL, entry, self.now)
        if self.key_required and not visit.keyless and not entry.key:
            return _failed(turn, refused, Failure.KEY, 401, "You didn't provide an API key.")
        if (held := self._over_limit(visit.door)) is not None:
            response = _failed(turn, refused, Failure.RATE_LIMIT, 429, MESSAGES[Failure.RATE_LIMIT])
            response.headers["Retry-After"] = f"{held:.0f}"
            return response
        turn.act = self._take(visit, entry)
        return await _met(turn, request, answer, refused)

    def turned_away(self, connection: HTTPConnection, visit: Visit, response: Response) -> Response:
        """Write down a request that nothing can be made of, and return what it is answered."""
        turn = Turn(USUAL, self._written(connection, visit), self.now)
        turn.ended(Failure.INVALID, response.status_code)
        return response

    def _written(self, connection: HTTPConnection, visit: Visit) -> Entry:
        scope = connection.scope
        entry = self.journal.open(visit.door, self.now(), scope.get("method", scope["type"]), connection.url.path)
        entry.model = visit.model
        entry.headers = interesting(connection.headers)
        entry.key = key_digest(bearer(connection))
        entry.body = without_pictures(visit.body)
        return entry

    def _take(self, visit: Visit, entry: Entry) -> Act:
        """Return the door's first act that fits, and count it."""
        body = json.dumps(entry.body, ensure_ascii=False) if entry.body is not None else ""
        queue = self._acts.get(visit.door, [])
        for place, (act, left) in enumerate(queue):
            if act.model in ("", visit.model) and act.says in body:
                if not act.always:
                    queue[place : place + 1] = [(act, left - 1)] if left > 1 else []
                return act
        return USUAL

    def _over_limit(self, door: str) -> float | None:
        """Return the seconds until the door opens again; None when this request keeps its limit."""
        if door not in self._limits:
            return None
        limit, came = self._limits[door]
        now = self.clock()
        while came and came[0] <= now - limit.window:
            came.popleft()
        if len(came) < limit.per_minute:
            came.append(now)
            return None
        return max(1.0, came[0] + limit.window - now) if came else limit.window


def bearer(connection: HTTPConnection) -> str:
    """Return the key that came with a request; "" for none."""
    return connection.headers.get("authorization", "").removeprefix("Bearer ").strip()


async def _met(turn: Turn, request: Request, answer: Answer, refused: Refused) -> Response:
    """Do what the turn's act says, and answer as usual where it says nothing."""
    act = turn.act
    if act.reset:
        turn.ended("reset")
        connections.reset(request)
        raise connections.HungUp
    if (act.delay or act.hang) and not await turn.waited(request, None if act.hang else act.delay):
        if act.works_on:
            turn.entry.paid = (await answer(act)).paid
        turn.ended("left")
        raise connections.HungUp
    if act.fails is not None and act.after_chunks is None:
        message = MESSAGES[act.fails] + (f" It was: {bearer(request)}" if act.echo_key else "")
        return _failed(turn, refused, act.fails, act.fails_with, message)
    reply = await answer(act)
    turn.entry.paid, turn.entry.replayed = reply.paid, reply.replayed
    response = reply.response
    response.headers.update(act.headers)
    if isinstance(response, StreamingResponse):
        return _followed(turn, response, reply.answered)
    turn.ended("broken" if act.broken else reply.answered, response.status_code)
    return _halved(response) if act.broken else _cut(turn, response)


def _failed(turn: Turn, refused: Refused, failure: Failure, status: int, message: str) -> Response:
    """Return the failure as the act words it, else as the provider does."""
    act = turn.act
    response = refused(Refusal(failure, status, message))
    if act.body is not None:
        content = act.body if isinstance(act.body, str) else json.dumps(act.body, ensure_ascii=False)
        response = Response(content, status, media_type="application/json")
    response.headers.update(act.headers)
    if act.retry_after is not None:
        response.headers["Retry-After"] = str(act.retry_after)
    turn.ended(failure, status)
    return response


def _halved(response: Response) -> Response:
    """Return half of the body, as if it were all."""
    return Response(
        bytes(response.body)[: len(response.body) // 2], response.status_code, media_type="application/json"
    )


def _cut(turn: Turn, response: Response) -> Response:
    """Close the connection after so many bytes of the body, where the act says so."""
    after = turn.act.cut_after
    if after is None:
        return response
    body, length = bytes(response.body), response.headers["content-length"]
    turn.ended("cut", response.status_code)

    async def part() -> Any:
        yield body[:after]
        raise connections.HungUp

    headers = {"Content-Length": length, "Content-Type": response.headers.get("content-type", "")}
    return StreamingResponse(part(), response.status_code, headers)


def _followed(turn: Turn, response: StreamingResponse, answered: str) -> Response:
    """Write down how a stream ends: to its end, cut where the act says, or left by the caller."""
    source = response.body_iterator
    turn.entry.status = response.status_code

    async def watched() -> Any:
        outcome = "left"
        try:
            async with aclosing(source) as chunks:  # type: ignore[type-var]
                async for chunk in chunks:
                    yield chunk
            outcome = answered
        except connections.HungUp:
            outcome = "cut"
            raise
        finally:
            turn.ended(outcome)

    response.body_iterator = watched()
    return response


async def _gone(request: Request) -> None:
    """Wait until the caller goes away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
