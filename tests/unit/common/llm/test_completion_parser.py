"""One parser of a model as it streams in."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code, ReflowError
from services.common.llm.completion_parser import MAX_COMPLETION, CompletionParser, ProviderUsage, to_usage
from services.common.llm.configuration import Prices


def chunk(content: str | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}], **more}


def turned(*events: object) -> CompletionParser:
    parser = CompletionParser("p")
    for event in events:
        parser.take(event)
    return parser


def code_of(parser: CompletionParser) -> Code:
    with pytest.raises(ReflowError) as raised:
        parser.check()
    return raised.value.code


def test_a_whole_answer_is_what_its_events_text_together() -> None:
    parser = turned(chunk("Hello "), chunk("there"), chunk(None, "stop"))

    parser.check()
    assert parser.raw == "Hello there"


def test_usage_comes_in_an_event_without_choices() -> None:
    parser = turned(chunk("Hi", "stop"), {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})

    parser.check()
    assert parser.usage == ProviderUsage(prompt_tokens=7, completion_tokens=2)


def test_a_character_cut_in_two_between_events_is_whole_again() -> None:
    parser = CompletionParser("p")

    reported = [parser.take(event) for event in (chunk("a \ud83d"), chunk(), chunk("\ude00!"), chunk(None, "stop"))]

    assert reported == ["a ", "", "😀!", ""]
    assert parser.raw == "a 😀!"


@pytest.mark.parametrize("events", [["\ud83d", " x"], ["\ude00 x"], ["\ud83d\ud83d", "x"], ["x \ud83d"]])
def test_half_a_character_is_nothing_that_cannot_be_stored_or_sent(events: list[str]) -> None:
    turned(*map(chunk, events)).raw.encode()


def test_the_reason_to_finish_is_short_and_can_be_reported() -> None:
    finish = turned(chunk("He", "\ud83d" + "x" * 1_000)).finish

    assert len(finish.encode()) <= 64


@pytest.mark.parametrize("finish", ["content_filter", "sensitive"])
def test_an_answer_that_a_filter_ended_is_rejected_content(finish: str) -> None:
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
def test_an_answer_of_no_use_is_an_api_error(events: list[object]) -> None:
    assert code_of(turned(*events)) is Code.LLM_API_ERROR


def test_a_stream_that_ends_early_is_reported_from_one_that_hit_its_limit() -> None:
    with pytest.raises(ReflowError, match="ended in the middle"):
        turned(chunk("He")).check()
    with pytest.raises(ReflowError, match="length"):
        turned(chunk("He", "length")).check()


@pytest.mark.parametrize("event", [chunk(["x"]), {"choices": "x"}, {"usage": {"prompt_tokens": -1}}])  # type: ignore[arg-type]
def test_a_malformed_event_is_an_api_error(event: object) -> None:
    with pytest.raises(ReflowError, match="malformed") as raised:
        turned(event)

    assert raised.value.code is Code.LLM_API_ERROR


def test_an_answer_without_end_is_stopped() -> None:
    with pytest.raises(ReflowError, match="more than"):
        turned(chunk("x" * MAX_COMPLETION), chunk("x"))


json_like = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["choices", "delta", "usage"]), inner),
)


@given(json_like)
def test_no_event_is_too_strange_for_an_error_of_ours(event: object) -> None:
    parser = CompletionParser("p")
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
