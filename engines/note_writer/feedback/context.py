"""Context of the application of a change."""

from collections.abc import Callable
from dataclasses import dataclass

from engines.note_writer.feedback.changes import Change
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.values import Draft, NoteRequest
from services.common.text.language import Language

BULLET = "• "


@dataclass(frozen=True, slots=True)
class Context:
    """The request of the note, its requirements, and the lines that clauses name and do not want removed.

    `names_addition`: whether a clause names what is to be added to the text.
    """

    request: NoteRequest
    requirements: Requirements
    protected: frozenset[str] = frozenset()
    names_addition: bool = False

    @property
    def language(self) -> Language:
        """The language of the note."""
        return self.request.language


Apply = Callable[[Draft, Change, Context], Draft | None]
"""Returns the changed draft, None if the change cannot be applied."""
