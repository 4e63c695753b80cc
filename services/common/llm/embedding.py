"""An embedding model behind an OpenAI-compatible endpoint.

Shape: https://platform.openai.com/docs/api-reference/embeddings/create.
"""

import hashlib
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from cachetools import TTLCache
from pydantic import BaseModel, Field, ValidationError

from services.common.contract.activity import Usage
from services.common.llm.client import Exchange
from services.common.llm.configuration import RoleModel
from services.common.llm.endpoint import Endpoint
from services.common.llm.telemetry import ModelCallTelemetry
from services.common.llm.values import EmbeddingResult
from services.common.llm.wire.completion_parser import ProviderUsage, parse_usage, to_usage

Vector = npt.NDArray[np.float32]

MAX_TEXTS = 10
"""Texts of one request: DashScope's limit for text-embedding-v3 and v4, the lowest known one
(https://help.aliyun.com/zh/model-studio/text-embedding-synchronous-api)."""
CACHED_VECTORS = 4_096


# Finite, and so small that its square is finite, too.
_Number = Annotated[float, Field(ge=-1e30, le=1e30, allow_inf_nan=False)]


class _Vector(BaseModel):
    index: Annotated[int, Field(ge=0)] | None = None
    embedding: list[_Number]


class _Vectors(BaseModel):
    data: list[_Vector]


class OpenAIEmbedding:
    """An EmbeddingModel. Vectors are cached by text for *cache_seconds*, in this process."""

    def __init__(
        self,
        endpoint: Endpoint,
        configured: RoleModel,
        operations: ModelCallTelemetry,
        clock: Callable[[], float],
        cache_seconds: float,
    ) -> None:
        assert configured.dimensions is not None, "the configuration ensures it"
        self._endpoint = endpoint
        self._configured = configured
        self._dimensions = configured.dimensions
        self._operations = operations
        self._clock = clock
        self._cache: TTLCache[bytes, Vector] = TTLCache(CACHED_VECTORS, cache_seconds, clock)

    @property
    def name(self) -> str:
        return f"{self._endpoint.name}/{self._configured.model}@{self._dimensions}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    @property
    def least_similarity(self) -> float:
        return self._configured.least_similarity

    async def embed(self, texts: tuple[str, ...], deadline: float) -> EmbeddingResult:
        found = {text: vector for text in texts if (vector := self._cache.get(_key(text))) is not None}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        took: Usage | None = None
        for start in range(0, len(missing), MAX_TEXTS):
            batch = missing[start : start + MAX_TEXTS]
            vectors, usage = await self._ask(batch, deadline)
            for text, vector in zip(batch, vectors, strict=True):
                found[text] = vector
                self._cache[_key(text)] = vector
            took = usage if took is None else _sum_usage(took, usage)
        stacked = np.stack([found[text] for text in texts]) if texts else np.zeros((0, self._dimensions), np.float32)
        return EmbeddingResult(stacked, took)

    async def _ask(self, batch: list[str], deadline: float) -> tuple[npt.NDArray[np.float32], Usage]:
        """Make one request."""
        async with aclosing(self._endpoint.pace(deadline)) as waiting:
            async for _ in waiting:
                pass
        provider, model = self._endpoint.name, self._configured.model
        with self._operations.operation("embeddings", provider, model) as operation:
            response = await self._request(batch, deadline)
            usage = parse_usage(response.get("usage")) or ProviderUsage()
            operation.usage = to_usage(provider, model, usage, self._configured.prices)
            return self._parse(response, len(batch)), operation.usage

    async def _request(self, batch: list[str], deadline: float) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._configured.model, "input": batch, "encoding_format": "float"}
        if not self._configured.fixed_length:
            body["dimensions"] = self._dimensions
        exchange = Exchange(self._endpoint, deadline, self._clock)
        response: dict[str, Any] = {}
        async with aclosing(exchange.post("/embeddings", {**body, **self._configured.extra_body})) as objects:
            async for one in objects:
                response = one
        return response

    def _parse(self, response: dict[str, Any], count: int) -> npt.NDArray[np.float32]:
        """Return one vector per text, of unit length, in the order of the texts."""
        try:
            data = _Vectors.model_validate(response).data
        except ValidationError:
            raise self._endpoint.invalid("an answer that holds no vectors of finite numbers") from None
        ordered = sorted(enumerate(data), key=lambda item: item[0] if item[1].index is None else item[1].index)
        if [place if vector.index is None else vector.index for place, vector in ordered] != list(range(count)):
            raise self._endpoint.invalid(f"{len(data)} vectors for {count} texts, or not one for each")
        lengths = {len(vector.embedding) for vector in data}
        if lengths != {self._dimensions}:
            raise self._endpoint.invalid(
                f"vectors of {sorted(lengths)} numbers, configured are {self._dimensions} (roles.embedding.dimensions)"
            )
        rows = np.array([vector.embedding for _, vector in ordered], dtype=np.float64)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (norms > 0).all():
            raise self._endpoint.invalid("a vector without a direction")
        units: npt.NDArray[np.float32] = (rows / norms).astype(np.float32)
        return units


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="replace")).digest()


def _sum_usage(one: Usage, other: Usage) -> Usage:
    return replace(
        one,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost=one.cost + other.cost,
    )
