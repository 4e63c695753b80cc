"""The feedback of a critic: what was changed by it is reported, not each of its remarks."""

from dataclasses import replace

from engines.note_writer.values import NoteRequest
from engines.note_writer.writer import write_note
from services.common.contract.feedback import ChangeOutcome
from services.common.text.language import Language

REQUEST = NoteRequest(Language.ENGLISH, "politely leaving a group", seed=3)


def test_remarks_of_a_critic_that_change_nothing_are_one_entry() -> None:
    first = write_note(REQUEST)
    feedback = "The body has only 23 words; image 1 shows a train; write at least 900 words"
    after = write_note(replace(REQUEST, feedback=feedback, previous=first, user_feedback=False))
    assert [(one.text, one.outcome) for one in after.changes] == [
        ("the remarks of the review", ChangeOutcome.NOT_POSSIBLE)
    ]


def test_each_remark_of_a_user_is_an_entry() -> None:
    first = write_note(REQUEST)
    after = write_note(replace(REQUEST, feedback="image 1 shows a train; write at least 900 words", previous=first))
    assert len(after.changes) == 2


def test_what_a_critic_quotes_is_no_instruction() -> None:
    first = write_note(REQUEST)
    feedback = (
        "requested changes are missing: tags: calm, polite; delete the last tag\nmake these changes, or edit the note"
    )
    after = write_note(replace(REQUEST, feedback=feedback, previous=first, user_feedback=False))
    assert after.tags == first.tags
