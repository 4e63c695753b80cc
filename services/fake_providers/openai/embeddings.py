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

from services.fake_providers.acts import Act
from services.fake_providers.openai.asked import read_json, wanted
from services.fake_providers.openai.chat import content_refused, tokens
from services.fake_providers.openai.flavours import Flavour, NotAsked
from services.fake_providers.script import Reply, Script, Visit

DIMENSIONS = 1_536
MOST_DIMENSIONS = 4_096
GRAMS = (1, 2, 3)


class Embeddings:
    """The door of one flavour."""

    def __init__(self, script: Script, flavour: Flavour) -> None:
        self._script = script
        self._flavour = flavour
        self._door = f"{flavour.name}.embeddings"

    async def serve(self, request: Request) -> Response:
        """Answer one request."""
        try:
            body = await read_json(request)
            model, texts = wanted(body, "model", str), self._texts(body)
            dimensions = _dimensions(body)
        except NotAsked as wrong:
            return self._script.turned_away(request, Visit(self._door), wrong.told())
        coded = body.get("encoding_format") == "base64"

        async def answer(act: Act) -> Reply:
            if act.content_filter:
                return Reply(content_refused(self._flavour), answered="content_filter")
            vectors = [] if act.empty else [_coded(vector(text, dimensions), coded) for text in texts]
            return Reply(JSONResponse(_whole(model, texts, vectors, act)), paid=True)

        return await self._script.serve(request, Visit(self._door, model, body), answer, self._flavour.refused)

    def _texts(self, body: dict[str, Any]) -> list[str]:
        given = wanted(body, "input", object)
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
            raise NotAsked("'$.input' is invalid. Please check the API reference.", "input")
        if len(texts) > self._flavour.most_inputs:
            most = self._flavour.most_inputs
            raise NotAsked(f"Value error, batch size is invalid, it should not be larger than {most}.", "input")
        return texts


def vector(text: str, dimensions: int) -> npt.NDArray[np.float32]:
    """Return the unit vector of *text*: each n-gram adds or takes one at the place of its hash."""
    found = np.zeros(dimensions, np.float64)
    lowered = text.lower()
    for length in GRAMS:
        for start in range(len(lowered) - length + 1):
            mark = zlib.crc32(lowered[start : start + length].encode(errors="replace"), length)
            found[mark % dimensions] += length if mark & 1 << 31 else -length
    norm = float(np.linalg.norm(found))
    if norm == 0.0:
        found[0], norm = 1.0, 1.0
    return (found / norm).astype("<f4")


def _dimensions(body: dict[str, Any]) -> int:
    asked = body.get("dimensions", DIMENSIONS)
    if not isinstance(asked, int) or not 1 <= asked <= MOST_DIMENSIONS:
        raise NotAsked(f"Invalid value for 'dimensions': at most {MOST_DIMENSIONS}.", "dimensions")
    return asked


def _coded(found: npt.NDArray[np.float32], coded: bool) -> str | list[float]:
    return base64.b64encode(found.tobytes()).decode() if coded else [float(part) for part in found]


def _whole(model: str, texts: list[str], vectors: list[str | list[float]], act: Act) -> dict[str, Any]:
    data = [{"object": "embedding", "index": index, "embedding": each} for index, each in enumerate(vectors)]
    body: dict[str, Any] = {"object": "list", "data": data, "model": model}
    taken = sum(map(tokens, texts))
    return body | {"usage": {"prompt_tokens": taken, "total_tokens": taken}} if act.usage else body
