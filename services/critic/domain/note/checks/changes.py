"""Checks whether the changes that the user requested are in the note."""

from collections.abc import Iterator, Sequence
from typing import Final

from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.text.language import Text
from services.critic.domain.note import texts
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MINOR, Finding, quote

_MAX_REPORTED: Final = 3
_MET: Final = (ChangeOutcome.DONE, ChangeOutcome.ALREADY_SO)


def check_changes(changes: Sequence[FeedbackChange], dimension: NoteDimension) -> Iterator[Finding]:
    """Yield the requested changes of a part, which *dimension* scores, that its last version does not have."""
    missing = [quote(one.text) for one in changes if one.outcome not in _MET][:_MAX_REPORTED]
    if missing:
        words = Text("、".join(missing), ", ".join(missing))
        yield Finding(dimension, MINOR, texts.CHANGES_MISSING, {"words": words})
