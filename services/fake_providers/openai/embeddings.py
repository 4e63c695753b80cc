"""POST embeddings: vectors of character n-grams, so that texts with common words are near each other.

Shape: openai.types.CreateEmbeddingResponse, https://platform.openai.com/docs/api-reference/embeddings.
"""

import base64
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from services.fake_providers.behaviors import Behavior
from services.fake_providers.openai import quirks
from services.fake_providers.openai.chat import estimate_tokens, reject_content
from services.fake_providers.openai.requests import read_json, require
from services.fake_providers.openai.variants import ApiVariant, InvalidRequestError
from services.fake_providers.scenario import IncomingRequest, Reply, Scenario, get_bearer_token

DIMENSIONS = 1_536
MAX_DIMENSIONS = 4_096
GRAMS = (1, 2, 3)


class Embeddings:
    """The embeddings endpoint of one variant."""

    def __init__(self, scenario: Scenario, variant: ApiVariant) -> None:
        self._scenario = scenario
        self._variant = variant
        self._endpoint = f"{variant.name}.embeddings"

    async def serve(self, request: Request) -> Response:
        """Answer one request."""
        try:
            body = await read_json(request)
            model, texts = require(body, "model", str), self._texts(body)
            dimensions = _parse_dimensions(body)
        except InvalidRequestError as error:
            return self._scenario.reject(request, IncomingRequest(self._endpoint), error.to_response())
        as_base64 = body.get("encoding_format") == "base64"

        async def answer(behavior: Behavior) -> Reply:
            replaced = quirks.replace_reply(behavior, body, get_bearer_token(request))
            if replaced is not None:
                return replaced
            if behavior.content_filter:
                return Reply(reject_content(self._variant), outcome="content_filter")
            vectors = (
                [] if behavior.empty else [_encode_vector(embed_text(text, dimensions), as_base64) for text in texts]
            )
            return Reply(JSONResponse(_build_body(model, texts, vectors, behavior)), paid=True)

        return await self._scenario.serve(
            request, IncomingRequest(self._endpoint, model, body), answer, self._variant.render_failure
        )

    def _texts(self, body: dict[str, Any]) -> list[str]:
        received = require(body, "input", object)
        texts = [received] if isinstance(received, str) else received
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
            raise InvalidRequestError("'$.input' is invalid. Please check the API reference.", "input")
        if len(texts) > self._variant.max_inputs:
            maximum = self._variant.max_inputs
            raise InvalidRequestError(
                f"Value error, batch size is invalid, it should not be larger than {maximum}.", "input"
            )
        return texts


def embed_text(text: str, dimensions: int) -> npt.NDArray[np.float32]:
    """Return the unit vector of *text*: each n-gram adds or subtracts its length at the index of its hash."""
    vector = np.zeros(dimensions, np.float64)
    lowered = text.lower()
    for length in GRAMS:
        for start in range(len(lowered) - length + 1):
            digest = zlib.crc32(lowered[start : start + length].encode(errors="replace"), length)
            vector[digest % dimensions] += length if digest & 1 << 31 else -length
    norm = float(np.linalg.norm(vector))
    if norm == 0.0:
        vector[0], norm = 1.0, 1.0
    return (vector / norm).astype("<f4")


def _parse_dimensions(body: dict[str, Any]) -> int:
    dimensions = body.get("dimensions", DIMENSIONS)
    if not isinstance(dimensions, int) or not 1 <= dimensions <= MAX_DIMENSIONS:
        raise InvalidRequestError(f"Invalid value for 'dimensions': at most {MAX_DIMENSIONS}.", "dimensions")
    return dimensions


def _encode_vector(match: npt.NDArray[np.float32], as_base64: bool) -> str | list[float]:
    return base64.b64encode(match.tobytes()).decode() if as_base64 else [float(part) for part in match]


def _build_body(model: str, texts: list[str], vectors: list[str | list[float]], behavior: Behavior) -> dict[str, Any]:
    data = [{"object": "embedding", "index": index, "embedding": each} for index, each in enumerate(vectors)]
    body: dict[str, Any] = {"object": "list", "data": data, "model": model}
    token_count = sum(map(estimate_tokens, texts))
    if behavior.usage:
        body["usage"] = {"prompt_tokens": token_count, "total_tokens": token_count}
    return quirks.distort(body, behavior.quirks)
