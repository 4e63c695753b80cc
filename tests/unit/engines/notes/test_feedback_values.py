"""Remarks of a reviewer are no text of the note, and nothing is added that it has already."""

import pytest

from services.common.contract.feedback import ChangeOutcome
from tests.fixtures.notes.pipeline import write_content, write_first

REQUEST = "meal prep for one person"


@pytest.mark.parametrize(
    "feedback",
    [
        "the title is too bland",
        "the headline is a bit misleading",
        "thirty euros a week, mention that in the title too",
    ],
)
def test_a_remark_on_the_title_is_never_the_title(feedback: str) -> None:
    title = write_content(REQUEST, feedback, write_first(REQUEST).content).title
    assert not any(words in title for words in ("bland", "misleading", "that in the title", "too"))


def test_a_quoted_sentence_ends_where_its_quotes_end() -> None:
    feedback = 'Please add at the end: "My freezer is my best friend." Leave everything else alone.'
    body = write_content(REQUEST, feedback, write_first(REQUEST).content).body
    assert body.endswith("My freezer is my best friend.")


def test_a_ban_of_figures_is_no_request_for_more_of_them() -> None:
    request = "减脂期晚饭"
    first = write_first(request).content
    after = write_content(request, "不要提步数的数字", first)
    assert after.body.count("📚") == first.body.count("📚")
    assert ChangeOutcome.DONE not in [one.outcome for one in after.changes] or after.body != first.body
