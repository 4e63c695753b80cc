"""Text that arrives in crumbs, put into pieces worth an event."""

from hypothesis import given
from hypothesis import strategies as st

from services.common.models.pieces import ENOUGH, Pieces, ReplyPieces


def cut(crumbs: list[str]) -> list[str]:
    pieces = Pieces()
    given = [pieces.add(crumb) for crumb in crumbs] + [pieces.rest()]
    return [piece for piece in given if piece]


@given(st.lists(st.text(max_size=20)))
def test_all_pieces_together_are_the_whole_text(crumbs: list[str]) -> None:
    assert "".join(cut(crumbs)) == "".join(crumbs)


@given(st.text(alphabet="字a", min_size=1))
def test_letters_alone_come_in_pieces_of_a_dozen(text: str) -> None:
    assert all(len(piece) == ENOUGH for piece in cut(list(text))[:-1])


def test_a_piece_is_ready_at_a_punctuation_mark() -> None:
    assert cut(["好", "的", "，", "马", "上"]) == ["好的，", "马上"]


def test_a_reply_that_grows_is_told_once_each_part() -> None:
    reply = ReplyPieces()

    told = [reply.grow("I paint"), reply.grow("I paint a cat,"), reply.end("I paint a cat, wait")]

    assert told == ["", "I paint a cat,", " wait"]


def test_a_reply_that_starts_over_is_not_told_twice() -> None:
    reply = ReplyPieces()
    reply.grow("I paint a cat.")

    assert reply.grow("A dog then.") == ""


def test_a_mended_answer_is_told_whole_when_nothing_was_shown_before() -> None:
    reply = ReplyPieces()
    reply.grow("I")

    assert reply.mended("I paint.") == "I paint."


def test_a_mended_answer_is_not_told_over_what_was_shown() -> None:
    reply = ReplyPieces()
    reply.grow("I paint a cat.")

    assert reply.mended("I paint a dog.") == ""
