"""Text for the user from a completion that arrives in deltas."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.llm.wire.reply_text import PlainText, ReplyField, ReplyText, strip_thoughts

tagged = st.lists(st.sampled_from(["<think>", "</think>", "<thi", "nk>", "</", " ", "\n", "a cat", "<"])).map("".join)


def fed(extractor: ReplyText, deltas: list[str]) -> str:
    return "".join(map(extractor.feed, deltas))


@given(st.text(max_size=40), st.booleans())
def test_the_reply_grows_with_the_completion_and_is_never_retracted(reply: str, ascii_only: bool) -> None:
    raw = json.dumps({"action": "paint", "reply": reply, "confidence": 1}, ensure_ascii=ascii_only)

    assert reply.startswith(fed(ReplyField(), list(raw)))


def test_the_reply_is_emitted_before_the_completion_ends() -> None:
    assert fed(ReplyField(), ['```json\n{"action": "paint", ', '"reply": "好的，画一']) == "好的，画一"


def test_there_is_no_reply_in_a_thought() -> None:
    assert fed(ReplyField(), ['<think>{"reply": "hm, a very long thought"}']) == ""


@pytest.mark.parametrize("raw", ["", "<thi", "<think>a cat?", "<think>a cat?</think>"])
def test_thoughts_are_not_text(raw: str) -> None:
    assert strip_thoughts(raw) == ""


def test_what_follows_a_thought_is_text() -> None:
    assert strip_thoughts("<think>a cat?</think>\n\nA cat.") == "A cat."


@given(tagged, st.integers(1, 5))
def test_it_does_not_matter_where_the_deltas_are_cut(raw: str, length: int) -> None:
    deltas = [raw[start : start + length] for start in range(0, len(raw), length)]

    assert fed(PlainText(), deltas) == strip_thoughts(raw)


@pytest.mark.parametrize("extractor", [PlainText, ReplyField])
def test_the_time_of_a_long_thought_is_linear(extractor: type[ReplyText]) -> None:
    def seconds(length: int) -> float:
        text, started_at = extractor(), time.process_time()
        for delta in ("<think>", *(["thought "] * length)):
            text.feed(delta)
        return time.process_time() - started_at

    seconds(1_000)
    # Quadratic, 20 times the length would take 400 times as long.
    assert seconds(40_000) < 100 * max(seconds(2_000), 0.001)
