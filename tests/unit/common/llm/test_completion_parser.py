"""The parser of completions, streamed or whole."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Prices
from services.common.llm.provider_errors import invalid_response
from services.common.llm.wire.completion_parser import MAX_COMPLETION, CompletionParser, ProviderUsage, to_usage


def chunk(content: str | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}], **more}


def reject(why: str, code: Code = Code.LLM_API_ERROR) -> ReflowError:
    return invalid_response("p", why, code=code, secrets=())


def turned(*events: object) -> CompletionParser:
    parser = CompletionParser(reject)
    for event in events:
        parser.take(event)
    return parser


def code_of(parser: CompletionParser) -> Code:
    with pytest.raises(ReflowError) as raised:
        parser.check()
    return raised.value.code


def test_the_text_of_a_completion_is_the_text_of_its_events_joined() -> None:
    parser = turned(chunk("Hello "), chunk("there"), chunk(None, "stop"))

    parser.check()
    assert parser.raw == "Hello there"


def test_usage_comes_in_an_event_without_choices() -> None:
    parser = turned(chunk("Hi", "stop"), {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})

    parser.check()
    assert parser.usage == ProviderUsage(prompt_tokens=7, completion_tokens=2)


def test_a_character_split_between_two_events_is_joined() -> None:
    parser = CompletionParser(reject)

    reported = [parser.take(event) for event in (chunk("a \ud83d"), chunk(), chunk("\ude00!"), chunk(None, "stop"))]

    assert reported == ["a ", "", "😀!", ""]
    assert parser.raw == "a 😀!"


@pytest.mark.parametrize("events", [["\ud83d", " x"], ["\ude00 x"], ["\ud83d\ud83d", "x"], ["x \ud83d"]])
def test_an_unpaired_surrogate_does_not_prevent_encoding_the_text(events: list[str]) -> None:
    turned(*map(chunk, events)).raw.encode()


@pytest.mark.parametrize("finish", ["eos_token", "sk-a-key-that-is-echoed", 7, {"type": "stop"}, True])
def test_an_unknown_finish_reason_ends_a_complete_answer_and_is_not_repeated(finish: Any) -> None:
    parser = turned(chunk("Hello", finish))

    parser.check()
    assert parser.finish == "other"


@pytest.mark.parametrize("finish", [None, "", "null", "None", False])
def test_an_empty_finish_reason_does_not_end_the_completion(finish: Any) -> None:
    assert not turned(chunk("Hello", finish)).ended


def test_a_completion_without_a_finish_reason_is_complete_if_the_protocol_ends_it() -> None:
    parser = turned(chunk("Hello"))
    parser.done = True

    parser.check()


def test_a_completion_in_one_object_is_parsed_like_a_stream() -> None:
    parser = turned({"choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}]})

    parser.check()
    assert parser.raw == "Hello"


@pytest.mark.parametrize(
    "content",
    [
        ["Hello"],
        [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}],
        [{"type": "thinking", "thinking": "hm"}, {"type": "output_text", "text": {"value": "Hello"}}],
        {"text": "Hello"},
    ],
)
def test_content_in_parts_is_parsed_as_their_joined_text(content: Any) -> None:
    assert turned(chunk(content)).raw == "Hello"


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 7, "completion_tokens": -2}, ProviderUsage(7, 0)),
        ({"prompt_tokens": "7", "completion_tokens": 2.0}, ProviderUsage(7, 2)),
        ({"prompt_tokens": True, "completion_tokens": None}, ProviderUsage()),
        ({"prompt_tokens": 1e300, "completion_tokens": float("nan")}, ProviderUsage()),
        (["x"], ProviderUsage()),
        ("many", ProviderUsage()),
    ],
)
def test_malformed_usage_is_zero_and_loses_no_answer(usage: Any, expected: ProviderUsage) -> None:
    parser = turned(chunk("Hello", "stop", usage=usage))

    parser.check()
    assert (parser.raw, parser.usage) == ("Hello", expected)


@pytest.mark.parametrize("finish", ["content_filter", "sensitive"])
def test_a_completion_that_a_filter_ended_is_rejected_content(finish: str) -> None:
    assert code_of(turned(chunk("He"), chunk(None, finish))) is Code.CONTENT_REFUSED


def test_a_rejection_in_place_of_an_answer_is_rejected_content() -> None:
    rejection = {"choices": [{"index": 0, "delta": {"refusal": "I cannot."}, "finish_reason": "stop"}]}

    assert code_of(turned(rejection)) is Code.CONTENT_REFUSED


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"choices": []}],
        [{"choices": None}],
        [chunk("He")],
        [chunk("He"), chunk(None, "length")],
        [chunk("He"), chunk(None, "insufficient_system_resource")],
        [chunk(None, "stop")],
        [chunk("  \n", "stop")],
    ],
    ids=["nothing", "no choices", "null choices", "cut", "length", "no resources", "empty", "blank"],
)
def test_an_unusable_completion_is_an_api_error(events: list[object]) -> None:
    assert code_of(turned(*events)) is Code.LLM_API_ERROR


def test_a_stream_that_ends_early_is_distinguished_from_one_that_hit_its_limit() -> None:
    with pytest.raises(ReflowError, match="ended in the middle"):
        turned(chunk("He")).check()
    with pytest.raises(ReflowError, match="length"):
        turned(chunk("He", "length")).check()


@pytest.mark.parametrize("content", [7, True])
def test_content_that_is_not_text_is_an_api_error(content: Any) -> None:
    with pytest.raises(ReflowError, match="neither text") as raised:
        turned(chunk(content))

    assert raised.value.code is Code.LLM_API_ERROR


def test_an_endless_answer_is_stopped() -> None:
    with pytest.raises(ReflowError, match="more than"):
        turned(chunk("x" * MAX_COMPLETION), chunk("x"))


json_like = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["choices", "delta", "usage"]), inner),
)


@given(json_like)
def test_any_malformed_event_raises_a_reflow_error(event: object) -> None:
    parser = CompletionParser(reject)
    with pytest.raises(ReflowError):
        parser.take(event)
        parser.check()


def test_a_price_is_per_million_tokens() -> None:
    took = to_usage(
        "p", "m", ProviderUsage(prompt_tokens=2_000, completion_tokens=500), Prices(input=2, output=8, currency="USD")
    )

    assert (took.input_tokens, took.output_tokens) == (2_000, 500)
    assert took.cost == pytest.approx(0.008)
    assert took.currency == "USD"


def test_without_a_price_there_is_no_cost_and_no_currency() -> None:
    took = to_usage("p", "m", ProviderUsage(prompt_tokens=2_000), Prices())

    assert (took.cost, took.currency) == (0.0, "")


def call_chunk(index: int, name: str = "", arguments: Any = "", call_id: str = "") -> dict[str, Any]:
    call = {"index": index, "id": call_id or None, "function": {"name": name or None, "arguments": arguments}}
    return {"choices": [{"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}]}


def test_tool_calls_that_arrive_in_parts_are_joined() -> None:
    parser = turned(
        call_chunk(0, "read", '{"pa', "x"), call_chunk(1, "glob", "{}"), call_chunk(0, arguments='th":1}'),
        chunk(None, "tool_calls"),
    )  # fmt: skip
    parser.check()
    assert [(call.id, call.name, call.arguments) for call in parser.tool_calls] == [
        ("x", "read", '{"path":1}'),
        ("call-2", "glob", "{}"),
    ]


def test_arguments_that_are_an_object_and_malformed_calls_are_accepted_as_far_as_they_can_be_used() -> None:
    malformed = {"choices": [{"delta": {"tool_calls": [None, {"function": 1}, "x"]}, "finish_reason": "stop"}]}
    parser = turned(call_chunk(0, "read", {"path": "a"}), malformed)
    parser.check()
    assert [call.arguments for call in parser.tool_calls] == ['{"path": "a"}']


def test_too_many_tool_calls_and_too_long_arguments_are_rejected() -> None:
    with pytest.raises(ReflowError):
        turned(*(call_chunk(number, "read") for number in range(17)))
    with pytest.raises(ReflowError):
        turned(call_chunk(0, "read", "x" * (MAX_COMPLETION + 1)))
