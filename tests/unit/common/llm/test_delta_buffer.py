"""Coalesces token deltas into larger chunks."""

from hypothesis import given
from hypothesis import strategies as st

from services.common.llm.wire.delta_buffer import MIN_CHARS, DeltaBuffer, ReplyBuffer


def cut(deltas: list[str]) -> list[str]:
    chunks = DeltaBuffer()
    given = [chunks.add(delta) for delta in deltas] + [chunks.rest()]
    return [chunk for chunk in given if chunk]


@given(st.lists(st.text(max_size=20)))
def test_all_chunks_together_are_the_whole_text(deltas: list[str]) -> None:
    assert "".join(cut(deltas)) == "".join(deltas)


@given(st.text(alphabet="字a", min_size=1))
def test_text_without_punctuation_is_split_into_chunks_of_the_minimum_length(text: str) -> None:
    assert all(len(chunk) == MIN_CHARS for chunk in cut(list(text))[:-1])


def test_a_chunk_ends_at_a_punctuation_mark() -> None:
    assert cut(["好", "的", "，", "马", "上"]) == ["好的，", "马上"]


def test_each_part_of_a_growing_reply_is_emitted_once() -> None:
    reply = ReplyBuffer()

    reported = [reply.grow("I paint"), reply.grow(" a cat,"), reply.end("I paint a cat, wait")]

    assert reported == ["", "I paint a cat,", " wait"]


def test_a_valid_reply_that_differs_from_the_displayed_one_is_not_emitted() -> None:
    reply = ReplyBuffer()
    reply.grow("I paint a cat.")

    assert reply.end("A dog then.") == ""


def test_a_repaired_reply_is_emitted_whole_if_nothing_was_displayed_before() -> None:
    reply = ReplyBuffer()
    reply.grow("I")

    assert reply.repaired("I paint.") == "I paint."


def test_a_repaired_reply_does_not_replace_displayed_text() -> None:
    reply = ReplyBuffer()
    reply.grow("I paint a cat.")

    assert reply.repaired("I paint a dog.") == ""
