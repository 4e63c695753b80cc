"""Requests and completions of models."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from services.common.contract.activity import Usage

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Value = TypeVar("Value", covariant=True)
Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ModelTool:
    """A tool that a model may request: its name, what it does, and the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelToolCall:
    """A call that a model requests. `arguments` is the model's text, which need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class AgentReply:
    """What a model wrote, and the tools that it requests; without any it is done."""

    text: str
    tool_calls: tuple[ModelToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Message of a conversation; role is "user", "assistant", or "tool" for the result of the call `tool_call_id`."""

    role: str
    content: str
    tool_calls: tuple[ModelToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Request to a chat model.

    `instructions` is the system prompt, without data: text of users and libraries goes into `messages`, delimited
    (services.common.llm.prompts). `images` are PNGs, sent with the last message. `deadline` is on the
    monotonic clock that the models were opened with. The key is the idempotency key, for providers that support one.
    """

    instructions: str
    messages: tuple[ChatMessage, ...]
    deadline: float
    images: tuple[bytes, ...] = ()
    temperature: float = 0.2
    idempotency_key: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class RateLimited:
    """The provider's rate limit delays the request; the delay is in seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Chunk of the text for the user; joined, the chunks are the whole text."""

    text: str


@dataclass(frozen=True, slots=True)
class Completion(Generic[Value]):
    """Finished completion. `raw` is the model's text; `cached` when it came from the cache."""

    value: Value
    raw: str
    cached: bool = False


CompletionStream = AsyncGenerator[RateLimited | TextDelta | Usage | Completion[Value], None]
"""Events of a chat model, the completion last."""


class ChatModel(Protocol):
    """Chat model; a vision model where the request has images.

    Each request yields its usage as soon as it is known, also for an invalid completion, and the completion last.
    Raises ReflowError: LLM_RATE_LIMIT, LLM_TIMEOUT, LLM_API_ERROR, LLM_REFUSED or CONTENT_REFUSED. Never retries a
    failure (the orchestrator does); a completion that does not match the schema is sent back to the model once. Leave a
    generator with `aclosing`: that ends the provider's call at once.
    """

    @property
    def name(self) -> str:
        """Provider and model, for example "deepseek/deepseek-chat"."""
        ...

    def answer(self, question: ChatRequest, shape: type[Shape]) -> CompletionStream[Shape]:
        """Request a completion of schema *shape*. A field `reply` is emitted in chunks as it arrives."""
        ...

    def complete(self, question: ChatRequest) -> CompletionStream[str]:
        """Request a completion in plain text, which is emitted in chunks as it arrives."""
        ...

    def reply(self, question: ChatRequest, tools: tuple[ModelTool, ...]) -> CompletionStream[AgentReply]:
        """Request the reply of a model that has *tools*. Its text is emitted in chunks as it arrives. Never cached."""
        ...


@dataclass(frozen=True, slots=True)
class EmbeddingResult:
    """Vectors, one per text: float32 (n, dimensions), of unit length. `usage` is None where all were cached."""

    vectors: "npt.NDArray[np.float32]"
    usage: Usage | None


class EmbeddingModel(Protocol):
    """A model that turns texts into vectors. Raises ReflowError as ChatModel does."""

    @property
    def name(self) -> str:
        """Provider, model and dimensions: vectors of different names are never compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    @property
    def least_similarity(self) -> float:
        """Minimum cosine of two texts that match."""
        ...

    async def embed(self, texts: tuple[str, ...], deadline: float) -> EmbeddingResult:
        """Return one vector per text."""
        ...
