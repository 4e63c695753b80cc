"""An embedding model behind an OpenAI-compatible endpoint.

Shape: https://platform.openai.com/docs/api-reference/embeddings/create.
"""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.common.cache import TimedCache
from services.common.errors import ReflowError
from services.common.models.client import ProviderFailure, failure, open_client
from services.common.models.configuration import RoleModel
from services.common.models.endpoint import Endpoint
from services.common.models.failures import useless
from services.common.models.operations import Operations
from services.common.models.turn import Usage, spent
from services.common.models.values import Embedded, Spent

Vector = npt.NDArray[np.float32]

MOST_TEXTS = 10
"""Texts of one request: DashScope's cap for text-embedding-v3 and v4, the least of those known
(https://help.aliyun.com/zh/model-studio/text-embedding-synchronous-api)."""
CACHED_VECTORS = 4_096


# Finite, and so small that its square is too.
_Number = Annotated[float, Field(ge=-1e30, le=1e30, allow_inf_nan=False)]


class _Vector(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    index: Annotated[int, Field(ge=0)]
    embedding: list[_Number]


class _Vectors(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    data: list[_Vector]
    usage: Usage | None = None


class OpenAIEmbedding:
    """An EmbeddingModel. Vectors of the same text are kept for *cache_seconds*, in this process."""

    def __init__(
        self,
        endpoint: Endpoint,
        configured: RoleModel,
        operations: Operations,
        clock: Callable[[], float],
        cache_seconds: float,
    ) -> None:
        assert configured.dimensions is not None, "the configuration sees to it"
        self._endpoint = endpoint
        self._configured = configured
        self._dimensions = configured.dimensions
        self._operations = operations
        self._clock = clock
        self._cache: TimedCache[bytes, Vector] = TimedCache(CACHED_VECTORS, cache_seconds, clock)
        self._client = open_client(endpoint)

    @property
    def name(self) -> str:
        return f"{self._endpoint.name}/{self._configured.model}@{self._dimensions}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    @property
    def least_similarity(self) -> float:
        return self._configured.least_similarity

    async def embed(self, texts: tuple[str, ...], deadline: float) -> Embedded:
        found = {text: vector for text in texts if (vector := self._cache.get(_key(text))) is not None}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        took: Spent | None = None
        for start in range(0, len(missing), MOST_TEXTS):
            batch = missing[start : start + MOST_TEXTS]
            vectors, usage = await self._ask(batch, deadline)
            for text, vector in zip(batch, vectors, strict=True):
                found[text] = vector
                self._cache.put(_key(text), vector)
            took = usage if took is None else _together(took, usage)
        stacked = np.stack([found[text] for text in texts]) if texts else np.zeros((0, self._dimensions), np.float32)
        return Embedded(stacked, took)

    async def _ask(self, batch: list[str], deadline: float) -> tuple[npt.NDArray[np.float32], Spent]:
        """Make one request."""
        async with aclosing(self._endpoint.pace(deadline)) as waiting:
            async for _ in waiting:
                pass
        provider, model = self._endpoint.name, self._configured.model
        with self._operations.operation("embeddings", provider, model) as operation:
            answered = await self._answered(batch, deadline)
            operation.spent = spent(provider, model, answered.usage or Usage(), self._configured.prices)
            return self._checked(answered, len(batch)), operation.spent

    async def _answered(self, batch: list[str], deadline: float) -> _Vectors:
        broke: ReflowError
        try:
            async with asyncio.timeout(max(0.0, deadline - self._clock())):
                return _Vectors.model_validate(await self._send(batch, deadline))
        except ValidationError:
            broke = useless(self._endpoint.name, "an answer that holds no vectors of finite numbers")
        except ProviderFailure as error:
            broke = failure(error, self._endpoint)
        # Raised out here, the failure has no context: its cause holds the request, and that the key.
        raise broke

    async def _send(self, batch: list[str], deadline: float) -> object:
        told: dict[str, Any] = {} if self._configured.fixed_length else {"dimensions": self._dimensions}
        return await self._client.embeddings.create(
            model=self._configured.model,
            input=batch,
            encoding_format="float",
            extra_body=self._configured.extra_body,
            timeout=max(0.001, deadline - self._clock()),
            **told,
        )

    def _checked(self, answered: _Vectors, count: int) -> npt.NDArray[np.float32]:
        """Return one vector a text, of unit length, in the texts' order."""
        told = sorted(answered.data, key=lambda vector: vector.index)
        if [vector.index for vector in told] != list(range(count)):
            raise useless(self._endpoint.name, f"{len(told)} vectors for {count} texts, or not one for each")
        lengths = {len(vector.embedding) for vector in told}
        if lengths != {self._dimensions}:
            why = (
                f"vectors of {sorted(lengths)} numbers, configured are {self._dimensions} (roles.embedding.dimensions)"
            )
            raise useless(self._endpoint.name, why)
        vectors = np.array([vector.embedding for vector in told], dtype=np.float64)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (norms > 0).all():
            raise useless(self._endpoint.name, "a vector without a direction")
        units: npt.NDArray[np.float32] = (vectors / norms).astype(np.float32)
        return units


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="replace")).digest()


def _together(one: Spent, other: Spent) -> Spent:
    return replace(
        one,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost=one.cost + other.cost,
    )
