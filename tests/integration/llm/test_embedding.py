"""Calls of an embedding model."""

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import numpy as np
import pytest

from services.common.errors import Code, ReflowError
from tests.fixtures.services.providers import FakeProviders
from tests.integration.llm.conftest import KEY, Opened, Opening
from tests.integration.llm.model_answers import answering

EMBEDDINGS = "openai.embeddings"


def soon() -> float:
    return time.monotonic() + 10


def vectors(*reported: list[float], index: tuple[int, ...] = ()) -> dict[str, Any]:
    places = index or tuple(range(len(reported)))
    data = [
        {"object": "embedding", "index": at, "embedding": vector} for at, vector in zip(places, reported, strict=True)
    ]
    return {"object": "list", "data": data, "model": "fake-embedding", "usage": {"prompt_tokens": 3, "total_tokens": 3}}


Reporting = Callable[[Any], AbstractAsyncContextManager[Opened]]


@pytest.fixture
def reporting(open_models: Opening) -> Reporting:
    """Models whose provider responds with exactly *reported*; NaN is formatted as some servers do."""

    @asynccontextmanager
    async def serve(reported: Any) -> AsyncIterator[Opened]:
        async with answering("200 OK\r\nContent-Type: application/json", json.dumps(reported).encode()) as (url, _):
            yield await open_models(url)

    return serve


async def test_vectors_have_unit_length_and_the_configured_number_of_dimensions(opened_models: Opened) -> None:
    embedded = await opened_models.embedding.embed(("a cat", "一只狗"), soon())

    assert embedded.vectors.shape == (2, 64)
    assert embedded.vectors.dtype == np.float32
    assert np.linalg.norm(embedded.vectors, axis=1) == pytest.approx(1, abs=1e-6)


async def test_vectors_that_are_not_of_unit_length_are_normalized(reporting: Reporting) -> None:
    async with reporting(vectors([3.0, 4.0] + [0.0] * 62)) as models:
        embedded = await models.embedding.embed(("a cat",), soon())

    assert embedded.vectors[0, :2] == pytest.approx([0.6, 0.8])


async def test_vectors_are_returned_in_the_order_of_the_texts(reporting: Reporting) -> None:
    one, two = [1.0] + [0.0] * 63, [0.0, 1.0] + [0.0] * 62
    async with reporting(vectors(two, one, index=(1, 0))) as models:
        embedded = await models.embedding.embed(("one", "two"), soon())

    assert embedded.vectors.tolist() == [one, two]


async def test_many_texts_go_in_requests_of_ten_and_are_counted_together(
    providers: FakeProviders, opened_models: Opened
) -> None:
    embedded = await opened_models.embedding.embed(tuple(f"text {number}" for number in range(23)), soon())

    assert [len(entry["body"]["input"]) for entry in providers.request_log(EMBEDDINGS)] == [10, 10, 3]
    assert len(embedded.vectors) == 23
    assert embedded.usage is not None
    assert embedded.usage.input_tokens >= 23


async def test_a_cached_text_is_not_requested_again(providers: FakeProviders, opened_models: Opened) -> None:
    first = await opened_models.embedding.embed(("a cat", "a dog", "a cat"), soon())

    again = await opened_models.embedding.embed(("a dog", "a cat"), soon())

    assert [entry["body"]["input"] for entry in providers.request_log(EMBEDDINGS)] == [["a cat", "a dog"]]
    assert again.usage is None
    assert again.vectors.tolist() == first.vectors[[1, 0]].tolist()


async def test_without_texts_no_request_is_sent(providers: FakeProviders, opened_models: Opened) -> None:
    embedded = await opened_models.embedding.embed((), soon())

    assert embedded.vectors.shape == (0, 64)
    assert providers.request_log(EMBEDDINGS) == []


@pytest.mark.parametrize(
    "reported",
    [
        vectors(),
        vectors([1.0] * 64, [1.0] * 64),
        vectors([1.0] * 64, index=(4,)),
        vectors([1.0] * 63),
        vectors([0.0] * 64),
        vectors([float("nan")] + [1.0] * 63),
        vectors([1e308] * 64),
        {"data": None},
        "<html>welcome</html>",
        [],
    ],
    ids=["none", "two", "index", "short", "zero", "nan", "huge", "null", "html", "list"],
)
async def test_invalid_vectors_are_an_api_error(reported: Any, reporting: Reporting) -> None:
    async with reporting(reported) as models:
        with pytest.raises(ReflowError) as raised:
            await models.embedding.embed(("a cat",), soon())

    assert raised.value.code is Code.LLM_API_ERROR


async def test_a_request_without_vectors_by_the_deadline_times_out(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(EMBEDDINGS, {"hang": True})

    with pytest.raises(ReflowError) as raised:
        await opened_models.embedding.embed(("a cat",), time.monotonic() + 0.3)

    assert raised.value.code is Code.LLM_TIMEOUT


async def test_a_failure_is_not_retried_and_its_error_has_no_key(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(EMBEDDINGS, {"echo_key": True})

    with pytest.raises(ReflowError) as raised:
        await opened_models.embedding.embed(("a cat",), soon())

    assert raised.value.code is Code.LLM_REFUSED
    assert KEY not in str(raised.value)
    assert raised.value.__context__ is None
    assert len(providers.request_log(EMBEDDINGS)) == 1
