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
def test_letters_alone_come_in_chunks_of_a_dozen(text: str) -> None:
    assert all(len(chunk) == MIN_CHARS for chunk in cut(list(text))[:-1])


def test_a_chunk_is_ready_at_a_punctuation_label() -> None:
    assert cut(["好", "的", "，", "马", "上"]) == ["好的，", "马上"]


def test_a_reply_that_grows_is_reported_once_each_part() -> None:
    reply = ReplyBuffer()

    reported = [reply.grow("I paint"), reply.grow(" a cat,"), reply.end("I paint a cat, wait")]

    assert reported == ["", "I paint a cat,", " wait"]


def test_a_valid_reply_that_is_another_than_the_one_shown_is_not_reported() -> None:
    reply = ReplyBuffer()
    reply.grow("I paint a cat.")

    assert reply.end("A dog then.") == ""


def test_a_repaired_answer_is_reported_whole_when_nothing_was_shown_before() -> None:
    reply = ReplyBuffer()
    reply.grow("I")

    assert reply.repaired("I paint.") == "I paint."


def test_a_repaired_answer_is_not_reported_over_what_was_shown() -> None:
    reply = ReplyBuffer()
    reply.grow("I paint a cat.")

    assert reply.repaired("I paint a dog.") == ""
