"""The port to image engines: what paints and repaints."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import Protocol

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.models.values import Spent

BUILTIN = "builtin"
"""The name of the engine that needs neither key nor network."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is to look.

    Attributes:
        medium: a rendering technique of the built-in painter, "" where words say it.
        palette: colours '#rrggbb', by role where a medium is given; else any number of them, the largest first.
        words: the look in a person's words, for a painter that has no medium given.

    """

    medium: str
    palette: tuple[str, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A picture to be made. Width and height in pixels; the key names the effect, so that it is made once.

    `deadline` is on the monotonic clock: a remote engine gives up by then, a local one is stopped from outside.
    """

    prompt: str
    subject: str
    style: Style | None
    width: int
    height: int
    seed: int
    idempotency_key: str
    deadline: float

    def later(self, seconds: float) -> "Order":
        """Return the order with so much more time: waiting for a worker of ours counts against the run alone."""
        return replace(self, deadline=self.deadline + seconds)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The engine has no free worker yet."""


@dataclass(frozen=True, slots=True)
class Working:
    """The engine works; from 0 to 1, and with what, where there is something to say."""

    fraction: float
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Painted:
    """The finished picture, as PNG."""

    png: bytes


Progress = Waiting | Working | Spent | Painted
Painting = AsyncGenerator[Progress, None]


class ImageEngine(Protocol):
    """Paints. Each method yields what it does and its picture last, which has exactly the size ordered.

    Raises ReflowError: EXECUTION_FAILED, or what a remote provider's failure is (services.common.models.values).
    """

    @property
    def name(self) -> str:
        """What people choose it by."""
        ...

    def generate(self, order: Order) -> Painting:
        """Paint a new picture."""
        ...

    def repaint(self, order: Order, picture: bytes, mask: bytes, feather: int) -> Painting:
        """Paint the marked area of *picture* anew; nothing farther than *feather* pixels from it changes."""
        ...


@dataclass(frozen=True, slots=True)
class Received:
    """What a provider answered, as it came: a PNG, JPEG or WebP of any size, not yet decoded."""

    data: bytes


Telling = AsyncGenerator[Waiting | Working | Spent | Received, None]


class PictureSource(Protocol):
    """A provider of pictures, spoken to in its own way (services/executor/adapters/remote.py makes it an engine).

    Each method yields what it does and Received last. Spent comes as soon as the provider has taken the work on, once
    for each picture. The same `order.idempotency_key` is paid once: it travels with the request where the provider
    knows such keys; else the provider's task is remembered before it is waited for, and taken up again. An order that
    may have been taken on and cannot be found again is not placed again: OUTCOME_UNKNOWN.
    Cancelling stops the provider's work where it can be stopped.
    """

    def generate(self, order: Order) -> Telling:
        """Make a new picture, of the provider's size nearest to the one ordered."""
        ...

    def edit(self, order: Order, picture: bytes, mask: bytes) -> Telling:
        """Paint the white area of *mask* anew; PNGs of one size. An empty prompt: so that it fits its surroundings."""
        ...


class Tasks(Protocol):
    """What work a provider has taken on under which key: found again after a crash."""

    async def find(self, key: str) -> str | None:
        """Return the provider's id of the work of *key*, or None."""
        ...

    async def record(self, key: str, task_id: str) -> None:
        """Remember, durably, that the provider does the work of *key* as *task_id*."""
        ...

    async def forget(self, key: str) -> None:
        """Forget the work of *key*: it was stopped, or failed for good, and may be asked for anew."""
        ...


class Engines:
    """The engines that are configured, the default first; the built-in one is always among them."""

    def __init__(self, engines: tuple[ImageEngine, ...]) -> None:
        self._engines = {engine.name: engine for engine in engines}
        self._default = engines[0]
        self.builtin = self._engines[BUILTIN]

    @property
    def names(self) -> tuple[str, ...]:
        """The engines' names, the default first."""
        return tuple(self._engines)

    def choose(self, model: str) -> ImageEngine:
        """Return the engine of *model*, the default for "". Raises MODEL_UNKNOWN naming those there are."""
        engine = self._engines.get(model) if model else self._default
        if engine is None:
            there, shown = ", ".join(self.names), model[:64]
            text = Text(
                f"没有配置图像模型“{shown}”。可用的有：{there}。",
                f'The image model "{shown}" is not configured. There are: {there}.',
            )
            raise ReflowError(Code.MODEL_UNKNOWN, text, field="preferred_model", node="executor")
        return engine
