"""Ports to image engines and to their remote providers."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import Protocol

from services.common.contract.activity import Usage
from services.common.contract.image_chat import ContentPart, ReferenceUse
from services.common.text.language import Text
from services.executor.domain.reference import Reference
from services.executor.domain.sizes import Size

BUILTIN = "builtin"
"""The name of the engine that needs neither key nor network."""


@dataclass(frozen=True, slots=True)
class ImageStyle:
    """The requested style of an image.

    Attributes:
        medium: a rendering technique of the built-in painter, "" if the description determines it.
        palette: colors '#rrggbb', by role if a medium is given, else any number of them, the largest first.
        description: the style in the user's words, used if no medium is given.

    """

    medium: str
    palette: tuple[str, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """A request to an image engine. Width and height in pixels; the same key is generated once.

    `deadline` is on the monotonic clock, in seconds: a remote engine stops by then, a local one is cancelled.
    """

    prompt: str
    subject: str
    style: ImageStyle | None
    width: int
    height: int
    seed: int
    idempotency_key: str
    deadline: float
    reference: Reference | None = None

    def extend(self, seconds: float) -> "ImageRequest":
        """Return the request with a later deadline: time spent waiting for a worker does not count."""
        return replace(self, deadline=self.deadline + seconds)


@dataclass(frozen=True, slots=True)
class WaitingForWorker:
    """The engine waits for a free worker."""


@dataclass(frozen=True, slots=True)
class Running:
    """Progress of the engine from 0 to 1, with an optional text for the user.

    With *seconds* the engine itself ends the work that starts now within this time.
    """

    fraction: float
    text: Text | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class FinishedImage:
    """The finished image, as PNG, the features used of the reference image, and the engine's report of the content.

    `sketch` is a PNG of the composition in a few cells of flat color; empty if the engine has none.
    """

    png: bytes
    reference_uses: tuple[ReferenceUse, ...] = ()
    content: tuple[ContentPart, ...] = ()
    sketch: bytes = b""


@dataclass(frozen=True, slots=True)
class EngineAbilities:
    """Abilities of an engine in addition to generating.

    `sizes` are its native image sizes, empty for any: its images are cropped and scaled to the requested size.
    """

    can_repaint: bool
    reference_uses: tuple[ReferenceUse, ...]
    sizes: tuple[Size, ...] = ()


EngineEvent = WaitingForWorker | Running | Usage | FinishedImage
EngineEvents = AsyncGenerator[EngineEvent, None]


class ImageEngine(Protocol):
    """Generates images. Each method yields events, then the image, which has exactly the requested size.

    Raises ReflowError: EXECUTION_FAILED, or the error of a remote provider (services.common.llm.values).
    """

    @property
    def name(self) -> str:
        """The name that users select it by."""
        ...

    @property
    def abilities(self) -> EngineAbilities:
        """Abilities of the engine."""
        ...

    async def find_problem(self) -> Text | None:
        """Return the reason why the engine cannot be used now, or None. Takes seconds at most, and costs nothing."""
        ...

    def generate(self, image_request: ImageRequest) -> EngineEvents:
        """Generate a new image."""
        ...

    def inpaint(self, image_request: ImageRequest, image: bytes, mask: bytes, feather: int) -> EngineEvents:
        """Repaint the masked area of *image*; no pixel farther than *feather* pixels from it changes."""
        ...


@dataclass(frozen=True, slots=True)
class ReceivedImage:
    """The image that a provider returned: a PNG, JPEG or WebP of any size, not decoded.

    With *is_base64* the content is base64 or a data URL: a worker process decodes it, since it may have many megabytes.
    """

    data: bytes
    is_base64: bool = False


ProviderEvents = AsyncGenerator[WaitingForWorker | Running | Usage | ReceivedImage, None]


class ImageProvider(Protocol):
    """A remote image provider; services/executor/adapters/remote_engine.py turns it into an engine.

    Each method yields events, then ReceivedImage; it is resumed once the image is decoded. Usage is yielded as soon as
    the provider has accepted the request, once for each image, even if the outcome is unknown. The same idempotency
    key is paid once (adapters/orders.py): the provider's task is recorded before polling and resumed by the next
    attempt, the URL of its image is recorded before the download. A request that may have been accepted and cannot be
    found again is not sent again: OUTCOME_UNKNOWN. An image that cannot be used is IMAGE_UNUSABLE. Cancelling stops the
    provider's work where possible.
    """

    @property
    def abilities(self) -> EngineAbilities:
        """Abilities of the provider."""
        ...

    async def find_problem(self) -> Text | None:
        """Return the reason why the provider cannot be used now, as ImageEngine does."""
        ...

    def generate(self, image_request: ImageRequest) -> ProviderEvents:
        """Generate a new image in the provider's size nearest to the requested one.

        The request has a reference image only where `abilities` state that it can be used.
        """
        ...

    def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> ProviderEvents:
        """Repaint the white area of *mask*, PNGs of one size; with an empty prompt to match the surroundings."""
        ...


class TaskStore(Protocol):
    """Tasks of a provider by idempotency key: available again after a crash."""

    async def find(self, key: str) -> str | None:
        """Return the provider's id of the task of *key*, or None."""
        ...

    async def record(self, key: str, task_id: str) -> None:
        """Record durably that *task_id* is the provider's task of *key*."""
        ...

    async def remove(self, key: str) -> None:
        """Remove the task of *key*: it was stopped or failed, and may be requested again."""
        ...
