"""What goes into a model and what comes out of it."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pydantic import BaseModel

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Value = TypeVar("Value", covariant=True)
Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a conversation; role is "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a chat model is asked.

    `instructions` is ours alone: whatever people or libraries wrote goes into `messages`, delimited
    (services.common.models.prompting). `pictures` are PNGs, shown with the last message. `deadline` is on the
    monotonic clock that the models were opened with. The key names the effect for providers that know such keys.
    """

    instructions: str
    messages: tuple[Said, ...]
    deadline: float
    pictures: tuple[bytes, ...] = ()
    temperature: float = 0.2
    idempotency_key: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """The provider may not be asked yet: its rate limit holds the question for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text for the person, as it arrives; put together, the pieces are the whole text."""

    text: str


@dataclass(frozen=True, slots=True)
class Spent:
    """What one request to a provider took. Cost in `currency` (ISO 4217), 0 and "" where no price is configured."""

    provider: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    images: int = 0
    cost: float = 0.0
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Generic[Value]):
    """A whole answer. `raw` is what the model wrote; `cached` when it was not asked anew."""

    value: Value
    raw: str
    cached: bool = False


Answering = AsyncGenerator[Held | Piece | Spent | Answer[Value], None]
"""What a chat model tells, its answer last."""


class ChatModel(Protocol):
    """A model that answers in words; one that sees, if the question shows pictures.

    Each request yields Spent as soon as it is known, also when its answer is then of no use, and Answer last.
    Raises ReflowError: LLM_RATE_LIMIT, LLM_TIMEOUT, LLM_API_ERROR, LLM_REFUSED or CONTENT_REFUSED. Never retries a
    failure (that is the engine's business); an answer of the wrong shape is sent back to the model once. Leave a
    generator with `aclosing`: that ends the provider's call at once.
    """

    @property
    def name(self) -> str:
        """Provider and model, for example "deepseek/deepseek-chat"."""
        ...

    def answer(self, question: Question, shape: type[Shape]) -> Answering[Shape]:
        """Ask for an answer in *shape*. Where it has a field `reply`, that text comes in pieces as it arrives."""
        ...

    def say(self, question: Question) -> Answering[str]:
        """Ask for an answer in plain words, which come in pieces as they arrive."""
        ...


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors, one a text: float32 (n, dimensions), of unit length. None was spent where all were cached."""

    vectors: "npt.NDArray[np.float32]"
    spent: Spent | None


class EmbeddingModel(Protocol):
    """A model that turns texts into vectors. Raises ReflowError as ChatModel does."""

    @property
    def name(self) -> str:
        """Provider, model and dimensions: two different names never compare."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    @property
    def least_similarity(self) -> float:
        """The cosine from which on two texts count as a match."""
        ...

    async def embed(self, texts: tuple[str, ...], deadline: float) -> Embedded:
        """Return one vector a text."""
        ...
