"""The port to image engines: what paints and repaints."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from services.common.errors import Code, ReflowError
from services.common.language import Text


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is to look: a rendering technique and '#rrggbb' colours by role."""

    medium: str
    palette: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """A picture to be made. Width and height in pixels; the key names the effect, so that it is made once."""

    prompt: str
    subject: str
    style: Style | None
    width: int
    height: int
    seed: int
    idempotency_key: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The engine has no free worker yet."""


@dataclass(frozen=True, slots=True)
class Working:
    """The engine works; from 0 to 1."""

    fraction: float


@dataclass(frozen=True, slots=True)
class Painted:
    """The finished picture, as PNG."""

    png: bytes


Progress = Waiting | Working | Painted


class ImageEngine(Protocol):
    """Paints. Each method yields what it does and its picture last; raises ReflowError EXECUTION_FAILED."""

    name: str

    def generate(self, order: Order) -> AsyncIterator[Progress]:
        """Paint a new picture."""
        ...

    def repaint(self, order: Order, picture: bytes, mask: bytes, feather: int) -> AsyncIterator[Progress]:
        """Paint the marked area of *picture* anew; nothing farther than *feather* pixels from it changes."""
        ...


class Engines:
    """The engines that are configured, the default first."""

    def __init__(self, engines: tuple[ImageEngine, ...]) -> None:
        self._engines = {engine.name: engine for engine in engines}
        self._default = engines[0]

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
