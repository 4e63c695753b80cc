"""What a vision model says of the pictures of one step: asked of each by itself, while the others are looked over."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from services.common.cache import TimedCache
from services.common.errors import ReflowError
from services.common.models.values import ChatModel, Held, Piece, Spent
from services.rag.adapters.seeing import Interest, impression, question
from services.rag.domain.references.impression import Impression


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that shapes what a model says of a picture, beside our instructions."""

    asset_id: str
    model: str
    interest: Interest


Impressions = TimedCache[Seen, Impression]


class Sights:
    """Asks *model* with *interest* under *key*, anew where *fresh*; *tell* hears what it tells on the way."""

    def __init__(
        self,
        model: ChatModel,
        interest: Interest,
        kept: Impressions,
        *,
        key: str,
        fresh: bool,
        tell: Callable[[Held | Piece | Spent], None],
    ) -> None:
        self._model = model
        self._interest = interest
        self._kept = kept
        self._key = key
        self._fresh = fresh
        self._tell = tell
        self._asked: dict[str, asyncio.Task[Impression]] = {}
        self._known: dict[str, Impression] = {}

    def knows(self, asset_id: str) -> bool:
        """Return whether the model need not be asked about a picture: a kept answer will do."""
        kept = None if self._fresh else self._kept.get(self._seen(asset_id))
        if kept is not None:
            self._known[asset_id] = kept
        return kept is not None

    def begin(self, asset_id: str, png: bytes, deadline: float) -> None:
        """Begin to ask about the picture *png*, unless it is known."""
        if asset_id not in self._known:
            self._asked[asset_id] = asyncio.create_task(self._ask(asset_id, png, deadline))

    @property
    def waiting(self) -> bool:
        """Whether the model has not said all yet."""
        return any(not task.done() for task in self._asked.values())

    async def all(self) -> dict[str, Impression | ReflowError]:
        """Return what the model says of each picture, or why it says nothing, when all is said."""
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        return self._known | {asset_id: _outcome(task) for asset_id, task in self._asked.items()}

    async def close(self) -> None:
        """End what is still being asked."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _ask(self, asset_id: str, png: bytes, deadline: float) -> Impression:
        # A step asks about several pictures: each question is an effect of its own.
        key = f"{self._key}/{asset_id[:16]}"
        asked = question(png, self._interest, deadline=deadline, key=key, fresh=self._fresh)
        said = await impression(self._model, asked, self._tell)
        self._kept.put(self._seen(asset_id), said)
        return said

    def _seen(self, asset_id: str) -> Seen:
        return Seen(asset_id, self._model.name, self._interest)


def _outcome(task: asyncio.Task[Impression]) -> Impression | ReflowError:
    error = task.exception()
    if error is None:
        return task.result()
    if isinstance(error, ReflowError):
        return error
    raise error
