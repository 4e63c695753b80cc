"""The body of a completion: a stream of events, or one object."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.llm.wire.response_body import MAX_WHOLE, ErrorInBody, MalformedBody, ResponseBody

ONE: dict[str, Any] = {"choices": [{"delta": {"content": "一"}}]}
TWO: dict[str, Any] = {"choices": [], "usage": {}}
DONE = "data: [DONE]\n\n"


def parsed(*chunks: bytes) -> tuple[list[dict[str, Any]], bool]:
    """Return the objects in *chunks*, and whether the body is complete by its protocol."""
    body = ResponseBody()
    objects = [one for chunk in chunks for one in body.feed(chunk)]
    return objects + list(body.end()), body.done


def sse(value: Any) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


@pytest.mark.parametrize(
    "text",
    [
        sse(ONE) + sse(TWO) + DONE,
        "\ufeff\r\n" + (sse(ONE) + sse(TWO) + DONE).replace("\n", "\r\n"),
        ": hello\n\n" + sse(ONE) + "data:\n\ndata: null\n\nevent: ping\n\n" + sse(TWO) + DONE,
        "id: 1\nevent: message\n" + sse(ONE).replace(" ", "") + sse(TWO) + "data:[DONE]",
        (sse(ONE) + sse(TWO) + DONE).replace("\n\n", "\n"),
        'data: {\ndata: "choices": []}\n\n'.replace("[]", json.dumps(ONE["choices"])) + sse(TWO) + DONE,
        sse(ONE) + sse(TWO) + DONE + sse({"choices": ["late"]}),
    ],
    ids=["plain", "crlf", "empty events", "fields", "no empty lines", "several lines", "after the end"],
)
@given(st.integers(1, 30))
def test_every_stream_is_the_same_events_wherever_it_is_cut(text: str, length: int) -> None:
    content = text.encode()
    chunks = [content[start : start + length] for start in range(0, len(content), length)]

    assert parsed(*chunks) == ([ONE, TWO], True)


def test_a_stream_that_ends_early_is_not_done() -> None:
    assert parsed(sse(ONE).encode()) == ([ONE], False)


def test_one_object_is_complete_before_the_connection_closes() -> None:
    body = ResponseBody()

    assert list(body.feed(json.dumps(ONE).encode())) == [ONE]
    assert body.done


def test_one_object_in_chunks_is_parsed_once() -> None:
    assert parsed(b'{"choices": [{}', b', {"a": {}', b"}]}\n") == ([{"choices": [{}, {"a": {}}]}], True)


@pytest.mark.parametrize(
    "text",
    [
        '{"error": {"message": "no model"}}',
        '{"code": "InvalidApiKey", "message": "no key"}',
        'data: {"error": "no model"}\n\n',
        'event: error\ndata: {"text": "no model"}\n\n',
        'data: {"object": "error", "message": "no model", "code": 404}\n\n',
    ],
)
def test_an_error_object_is_not_parsed_as_a_completion(text: str) -> None:
    with pytest.raises(ErrorInBody):
        parsed(text.encode())


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("<html>Sign in</html>", "<html>Sign in</html>"),
        ("", ""),
        ("[1]", "[1]"),
        ('{"choices": [{"message": {"content": "a secret', ""),
        ('data: {"choices": [{"delta": {"content": "a secret\n\n', ""),
    ],
)
def test_a_body_that_is_not_an_object_is_malformed_and_the_error_omits_completion_text(
    text: str, reported: str
) -> None:
    with pytest.raises(MalformedBody) as raised:
        parsed(text.encode())

    assert raised.value.text == reported


@pytest.mark.parametrize("start", [b"<html>", b"data: {"])
def test_an_unterminated_body_is_malformed(start: bytes) -> None:
    body = ResponseBody()
    with pytest.raises(MalformedBody):
        for _ in range(MAX_WHOLE // 60_000 + 2):
            list(body.feed(start + b"x" * 60_000))


@given(st.binary(max_size=200))
def test_any_body_is_parsed_without_an_unexpected_error(content: bytes) -> None:
    with suppress(ErrorInBody, MalformedBody):
        parsed(content)
